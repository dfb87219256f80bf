package io.fairstream.query.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Rejections of one topic, by reason and by source. Mutable. */
public final class RefusedTopic {
    /** Reason of unreadable records. */
    public static final String UNREADABLE = "UNREADABLE";

    private static final String OTHERS = "others";
    private static final int MAX_SOURCES = 10_000;
    private static final int SHOWN_SOURCES = 3;

    private final String name;
    private final Map<String, Count> reasons = new TreeMap<>();
    private final Map<String, Long> sources = new HashMap<>();

    /** Number of records with one reason, and the first of them. */
    public record Count(String reason, long count, Refusal first) {
        private Count plus(Count other) {
            return new Count(reason, count + other.count, first);
        }
    }

    /** Number of records from one source. */
    public record Source(String name, long count) {}

    RefusedTopic(String name) {
        this.name = name;
    }

    void refuse(String reason, Refusal refusal) {
        reasons.merge(reason, new Count(reason, 1, refusal), Count::plus);
        String source = refusal.source();
        boolean isNamed = sources.containsKey(source) || sources.size() < MAX_SOURCES;
        sources.merge(isNamed ? source : OTHERS, 1L, Long::sum);
    }

    /** Returns the name with its prefix; empty if unknown. */
    public String name() {
        return name;
    }

    public long refused() {
        return reasons.values().stream()
                .filter(count -> !count.reason().equals(UNREADABLE))
                .mapToLong(Count::count)
                .sum();
    }

    /** Returns the number of unreadable records of the topic. */
    public long unreadable() {
        Count count = reasons.get(UNREADABLE);
        return count == null ? 0 : count.count();
    }

    /** Returns the reasons, the most frequent first. */
    public List<Count> reasons() {
        return reasons.values().stream()
                .sorted(Comparator.comparingLong(Count::count).reversed())
                .toList();
    }

    /** Returns the sources, the most frequent first. */
    public List<Source> sources() {
        List<Source> all = new ArrayList<>();
        sources.forEach((source, count) -> all.add(new Source(source, count)));
        all.sort(Comparator.comparingLong(Source::count).reversed().thenComparing(Source::name));
        return all;
    }

    /** Returns a text such as {@code node7 (300), node8 (128)}. */
    public String sourcesText() {
        List<Source> all = sources();
        List<String> texts = new ArrayList<>();
        all.stream()
                .limit(SHOWN_SOURCES)
                .forEach(source -> texts.add(String.format(Locale.ROOT, "%s (%,d)", source.name(), source.count())));
        if (all.size() > SHOWN_SOURCES) {
            texts.add(String.format(Locale.ROOT, "%,d more", all.size() - SHOWN_SOURCES));
        }
        return String.join(", ", texts);
    }
}
