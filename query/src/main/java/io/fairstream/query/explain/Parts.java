package io.fairstream.query.explain;

import io.fairstream.query.explain.Explanation.Interval;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.priority.Edit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a priority to show: the uses, largest first, then the other parts.
 *
 * @param uses as they are grouped
 * @param others without those that add nothing
 * @param later the real priority after one half-life, if all open matches continue
 */
record Parts(List<Part> uses, List<Part> others, double later) {
    private static final double MILLIS = 1000;

    static Parts of(Explained explained, Grouping grouping) {
        Explanation<Match> parts = explained.parts();
        Map<Object, Sum> sums = new LinkedHashMap<>();
        for (Interval<Match> stretch : parts.stretches()) {
            Journal.Names names =
                    Objects.requireNonNullElse(explained.journal().names().get(stretch.of()), Journal.Names.NONE);
            for (Interval<Match> piece : grouping.pieces(stretch, parts.at())) {
                sums.computeIfAbsent(
                                grouping.key(piece, names),
                                key -> new Sum(name(explained, grouping, piece, names), piece.of()))
                        .add(piece, parts);
            }
        }
        List<Part> uses = sums.values().stream()
                .map(sum -> sum.part(grouping))
                .sorted(Comparator.comparingDouble(Part::priority)
                        .reversed()
                        .thenComparing(Comparator.comparingLong(Part::from).reversed()))
                .toList();
        return others(explained, uses);
    }

    private static String name(Explained explained, Grouping grouping, Interval<Match> piece, Journal.Names names) {
        boolean isEarlier = piece.of().since() == Long.MIN_VALUE;
        return isEarlier && grouping != Grouping.HOUR && grouping != Grouping.DAY
                ? "open since before " + explained.known()
                : grouping.name(piece, names);
    }

    private static Parts others(Explained explained, List<Part> uses) {
        Explanation<Match> parts = explained.parts();
        List<Part> others = new ArrayList<>();
        if (parts.earlierLeft() > 0) {
            add(
                    Part.Kind.EARLIER,
                    "before " + explained.known() + " (journal no longer kept)",
                    parts.earlierLeft(),
                    others);
        }
        @Nullable Edit set = parts.setBy();
        if (set != null || parts.weightedSetTo() > 0) {
            others.add(set(set, parts));
        }
        add(Part.Kind.LATE, "late entries, as the account applied them", explained.late(), others);
        double future = explained.weightInUse() / 2;
        double halved = (parts.sum() + explained.late()) / 2 + future;
        double later = Math.max(RealPriority.FLOOR, halved);
        double floor = parts.begunLeft() + parts.liftedLeft();
        if (floor > 0 || later > halved) {
            others.add(Part.other(Part.Kind.FLOOR, "floor of 0.5", floor, floor / 2 + later - halved));
        }
        if (future > 0) {
            others.add(Part.other(Part.Kind.FUTURE, "use from now on, if it continues", 0, future));
        }
        return new Parts(uses, others, later);
    }

    private static Part set(@Nullable Edit set, Explanation<Match> parts) {
        String name = set != null && set.edit() instanceof Edit.SetPriority to
                ? String.format(
                        "set to %s at %s%s",
                        to.priority(), Instant.ofEpochMilli(set.at()), set.by().isEmpty() ? "" : " by " + set.by())
                : "usage set by edit";
        double left = parts.setLeft();
        long at = set == null ? 0 : set.at();
        return new Part(Part.Kind.SET, name, null, at, at, 0, 0, parts.weightedSetTo(), left, left / 2);
    }

    private static void add(Part.Kind kind, String name, double priority, List<Part> others) {
        if (priority != 0) {
            others.add(Part.other(kind, name, priority, priority / 2));
        }
    }

    /** A group during summation. */
    private static final class Sum {
        private final String name;
        private final Match match;
        private long from = Long.MAX_VALUE;
        private long until = Long.MIN_VALUE;
        private double weight;
        private double lastWeight;
        private long resourceMillis;
        private double weightedMillis;
        private double priority;

        Sum(String name, Match match) {
            this.name = name;
            this.match = match;
        }

        void add(Interval<Match> piece, Explanation<Match> parts) {
            from = Math.min(from, piece.from());
            until = Math.max(until, piece.until());
            weight += piece.isOpen() ? piece.weight() : 0;
            lastWeight = piece.weight();
            resourceMillis = Math.addExact(resourceMillis, parts.resourceMillis(piece));
            weightedMillis += parts.weightedMillis(piece);
            priority += parts.contribution(piece);
        }

        Part part(Grouping by) {
            boolean isMatch = by == Grouping.MATCH;
            return new Part(
                    by.kind(),
                    name,
                    isMatch ? match : null,
                    from,
                    until,
                    isMatch ? lastWeight : weight,
                    resourceMillis / MILLIS,
                    weightedMillis / MILLIS,
                    priority,
                    priority / 2);
        }
    }
}
