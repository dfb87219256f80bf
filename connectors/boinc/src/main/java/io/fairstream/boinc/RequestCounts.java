package io.fairstream.boinc;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Counts of requests by outcome. Thread-safe. */
public final class RequestCounts {
    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);

    /** Kind of outcome. */
    public enum Kind {
        REPORTS("reports delivered"),
        UNCOUNTED("requests without counters"),
        LOGINS_REFUSED("logins refused"),
        MALFORMED("requests malformed"),
        CONNECTIONS_REFUSED("connections refused"),
        OUTDATED("clients too old"),
        UNDELIVERED("reports not delivered"),
        PROJECTS_SKIPPED("reported projects skipped"),
        PROJECTS_WITHOUT_ACCOUNT("assigned projects without an account");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    public RequestCounts() {
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicLong());
        }
    }

    void count(Kind kind) {
        count(kind, 1);
    }

    void count(Kind kind, long more) {
        of(kind).addAndGet(more);
    }

    private AtomicLong of(Kind kind) {
        AtomicLong count = counts.get(kind);
        return count == null ? new AtomicLong() : count;
    }

    public long get(Kind kind) {
        return of(kind).get();
    }

    /** Returns the counts in words, on one line. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry ->
                        String.format(Locale.ROOT, "%,d %s", entry.getValue().get(), entry.getKey().words))
                .collect(Collectors.joining(", "));
    }
}
