package io.fairstream.cli.report;

import io.fairstream.rules.PseudoUsers;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.NodeAt;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** How the processor time of clusters was spent, in buckets. Mutable. */
final class Utilization implements UserJournal.Listener {
    private static final long MICROS = 1000;

    private final Buckets buckets;
    private final Predicate<String> clusters;
    private final Map<String, Map<Share, Amounts>> books = new TreeMap<>();

    /** What processor time can be: four that the agents saw, two that the scheduler gave away. */
    enum Share {
        USED,
        SYSTEM,
        IDLE,
        DOWN,
        ALLOCATED,
        RESERVED;

        /** IDLE, DOWN and SYSTEM are users of the session ledger's charges. */
        private static Share of(String user) {
            return switch (user) {
                case PseudoUsers.SYSTEM -> SYSTEM;
                case PseudoUsers.IDLE -> IDLE;
                case PseudoUsers.DOWN -> DOWN;
                default -> USED;
            };
        }

        static boolean isNobody(String user) {
            return of(user) != USED;
        }
    }

    /**
     * A cluster's processor time in a bucket. {@code used + system + idle + down = capacity}.
     *
     * @param micros of each share, microseconds
     */
    record Line(String cluster, Instant begin, Instant end, Map<Share, Long> micros) {
        long of(Share share) {
            return micros.getOrDefault(share, 0L);
        }

        long capacity() {
            return of(Share.USED) + of(Share.SYSTEM) + of(Share.IDLE) + of(Share.DOWN);
        }

        /** Of the time in which the nodes were up; negative where jobs hold more than agents report. */
        long unallocated() {
            return capacity() - of(Share.DOWN) - of(Share.ALLOCATED) - of(Share.RESERVED);
        }

        private boolean isEmpty() {
            return micros.values().stream().allMatch(each -> each == 0);
        }
    }

    Utilization(Buckets buckets, Predicate<String> clusters) {
        this.buckets = buckets;
        this.clusters = clusters;
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        if (clusters.test(who.cluster())) {
            long at = change.getAt().toEpochMilli();
            amounts(who.cluster(), Share.ALLOCATED).rate(at, change.getAllocated());
            amounts(who.cluster(), Share.RESERVED).rate(at, change.getReserved());
        }
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (clusters.test(who.cluster())) {
            amounts(who.cluster(), Share.of(who.user()))
                    .spread(usage.getFrom().toEpochMilli(), usage.getTo().toEpochMilli(), usage.getCpuTimeUsedMicros());
        }
    }

    /** The time since a node was last heard of, which is charged when it is heard of again. */
    void node(Node node, Instant present) {
        if (clusters.test(node.getCluster())
                && present.isAfter(node.getCoveredUntil())
                && NodeAt.isDown(node, present)) {
            long from = node.getCoveredUntil().toEpochMilli();
            long to = present.toEpochMilli();
            long micros = Totals.fitted(Totals.product(node.getProcessors(), Math.multiplyExact(to - from, MICROS)));
            amounts(node.getCluster(), Share.DOWN).spread(from, to, micros);
        }
    }

    private Amounts amounts(String cluster, Share share) {
        return books.computeIfAbsent(cluster, name -> new EnumMap<>(Share.class))
                .computeIfAbsent(share, each -> new Amounts(buckets));
    }

    /** By cluster, then by time; without those in which nothing was. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        books.forEach((cluster, shares) -> {
            Map<Share, long[]> micros = new EnumMap<>(Share.class);
            shares.forEach((share, amounts) -> micros.put(share, amounts.micros()));
            for (int i = 0; i < buckets.count(); i++) {
                Line line = new Line(cluster, buckets.begin(i), buckets.end(i), at(i, micros));
                if (!line.isEmpty()) {
                    lines.add(line);
                }
            }
        });
        return lines;
    }

    private static Map<Share, Long> at(int bucket, Map<Share, long[]> micros) {
        Map<Share, Long> of = new EnumMap<>(Share.class);
        micros.forEach((share, all) -> of.put(share, all[bucket]));
        return of;
    }
}
