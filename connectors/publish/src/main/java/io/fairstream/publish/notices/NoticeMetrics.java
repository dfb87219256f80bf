package io.fairstream.publish.notices;

import io.fairstream.publish.notices.Recipient.Kind;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of the delivery of notices, for Prometheus. One thread writes, any may read. */
public final class NoticeMetrics {
    private final Map<Kind, AtomicLong> delivered = counters();
    private final Map<Kind, AtomicLong> refused = counters();
    private final Map<Kind, AtomicLong> failed = counters();
    private final Map<Kind, AtomicLong> waiting = counters();
    private final AtomicLong unreadable = new AtomicLong();

    private static Map<Kind, AtomicLong> counters() {
        Map<Kind, AtomicLong> counters = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            counters.put(kind, new AtomicLong());
        }
        return counters;
    }

    private static AtomicLong of(Map<Kind, AtomicLong> counters, Kind kind) {
        return counters.getOrDefault(kind, new AtomicLong());
    }

    void delivered(Kind kind) {
        of(delivered, kind).incrementAndGet();
    }

    void refused(Kind kind) {
        of(refused, kind).incrementAndGet();
    }

    void failed(Kind kind) {
        of(failed, kind).incrementAndGet();
    }

    void waiting(Kind kind, long deliveries) {
        of(waiting, kind).set(deliveries);
    }

    void unreadable() {
        unreadable.incrementAndGet();
    }

    /** Returns the number of deliveries since the start. */
    public long delivered() {
        return sum(delivered);
    }

    /** Returns the number of refusals since the start. */
    public long refused() {
        return sum(refused);
    }

    /** Returns the number of deliveries that wait. */
    public long waiting() {
        return sum(waiting);
    }

    private static long sum(Map<Kind, AtomicLong> counters) {
        return counters.values().stream().mapToLong(AtomicLong::get).sum();
    }

    /** Returns all metrics in Prometheus' text format. */
    public String scrape() {
        StringBuilder text = new StringBuilder();
        family(text, "delivered_total", "counter", "Deliveries that a recipient has accepted", delivered);
        family(text, "refused_total", "counter", "Deliveries that a recipient has refused for good", refused);
        family(text, "failed_attempts_total", "counter", "Attempts that are repeated", failed);
        family(text, "waiting", "gauge", "Deliveries that wait", waiting);
        head(text, "unreadable_records_total", "counter", "Records that are not notices");
        text.append("fairstream_notices_unreadable_records_total ")
                .append(unreadable.get())
                .append('\n');
        return text.toString();
    }

    private static void family(StringBuilder text, String name, String type, String help, Map<Kind, AtomicLong> all) {
        head(text, name, type, help);
        all.forEach((kind, value) -> text.append(
                String.format(Locale.ROOT, "fairstream_notices_%s{via=\"%s\"} %d\n", name, kind, value.get())));
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append(String.format(
                Locale.ROOT,
                "# HELP fairstream_notices_%s %s\n# TYPE fairstream_notices_%1$s %3$s\n",
                name,
                help,
                type));
    }
}
