package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.schemas.AccountingAt.NodeAt;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Use of the processor time of clusters, like {@code sreport cluster Utilization}: a row for each cluster, or for each
 * hour, day or month of it. Percent is of capacity.
 */
public final class ClusterUtilization implements UserJournal.Listener {
    private static final long MICROS = 1000;

    private final Buckets buckets;
    private final Map<String, Integer> processors;
    private final Map<String, Map<Share, Amounts>> clusters = new TreeMap<>();

    /** Category of processor time: four measured by agents, two allocated by the scheduler. */
    enum Share {
        USED,
        SYSTEM,
        IDLE,
        DOWN,
        ALLOCATED,
        RESERVED;

        /** Returns the category of a user; IDLE, DOWN and SYSTEM are users in the session ledger's charges. */
        private static Share of(String user) {
            return switch (user) {
                case PseudoUsers.SYSTEM -> SYSTEM;
                case PseudoUsers.IDLE -> IDLE;
                case PseudoUsers.DOWN -> DOWN;
                default -> USED;
            };
        }

        boolean isSeenByAgents() {
            return this != ALLOCATED && this != RESERVED;
        }

        static boolean isNobody(String user) {
            return of(user) != USED;
        }
    }

    /**
     * A cluster's processor time in a bucket. {@code used + system + idle + down = capacity}.
     *
     * @param micros of each share, microseconds
     * @param processors configured size of the cluster; null if not configured
     */
    record Line(
            String cluster,
            Instant begin,
            Instant end,
            Map<Share, Long> micros,
            @Nullable Integer processors) {
        /** Returns the time of a share; null if it is measured by agents and there were none. */
        @Nullable
        Long of(Share share) {
            return share.isSeenByAgents() && seen() == 0 ? null : Long.valueOf(micros(share));
        }

        private long micros(Share share) {
            return micros.getOrDefault(share, 0L);
        }

        private long seen() {
            return Stream.of(Share.values())
                    .filter(Share::isSeenByAgents)
                    .mapToLong(this::micros)
                    .sum();
        }

        /** Returns the configured capacity, otherwise the measured one; null if unknown. */
        @Nullable
        Long capacity() {
            if (processors != null) {
                long millis = Duration.between(begin, end).toMillis();
                return Totals.fitted(Totals.product(processors, Math.multiplyExact(millis, MICROS)));
            }
            return seen() == 0 ? null : Long.valueOf(seen());
        }

        /**
         * Returns the unallocated part of the time in which the nodes were up; negative if jobs hold more than agents
         * report; null if unknown.
         */
        @Nullable
        Long unallocated() {
            Long capacity = capacity();
            return capacity == null
                    ? null
                    : capacity - micros(Share.DOWN) - micros(Share.ALLOCATED) - micros(Share.RESERVED);
        }

        private boolean isEmpty() {
            return processors == null && micros.values().stream().allMatch(each -> each == 0);
        }
    }

    /** @param processors configured sizes of clusters */
    ClusterUtilization(Buckets buckets, Map<String, Integer> processors) {
        this.buckets = buckets;
        this.processors = processors;
        processors.keySet().forEach(cluster -> clusters.put(cluster, new EnumMap<>(Share.class)));
    }

    /**
     * Reads the journal, and the time since each node's last report.
     *
     * @param step null for one row of the whole period
     * @param processors configured sizes of clusters, for clusters where not all nodes have agents
     */
    public static Document report(
            TopicReader reader,
            PeriodQuery query,
            @Nullable UtilizationStep step,
            Map<String, Integer> processors,
            Instant present) {
        Buckets buckets = Buckets.of(query.period(), step, query.zone());
        ClusterUtilization utilization = new ClusterUtilization(buckets, processors);
        Instant reachesTo = UserJournal.read(reader, query, utilization);
        for (Node node : reader.latest(Topics.NODES)) {
            if (query.isWanted(node.getCluster())) {
                utilization.node(node, present);
            }
        }
        List<Line> lines = utilization.lines().stream()
                .filter(line -> query.isWanted(line.cluster))
                .toList();
        Document document = query.titled("Cluster utilization", reachesTo)
                .with(columns(query.time(), step != null).report(lines));
        lines.stream()
                .map(Line::cluster)
                .distinct()
                .filter(cluster ->
                        lines.stream().noneMatch(line -> line.cluster.equals(cluster) && line.capacity() != null))
                .forEach(cluster ->
                        document.warn(cluster + ": no agent reported, so the capacity is unknown (--processors "
                                + cluster + "=N states it)"));
        return document;
    }

    private static Columns<Line> columns(TimeColumns time, boolean hasTimes) {
        Columns<Line> columns = new Columns<Line>().text("cluster", Line::cluster);
        columns.time("begin", Line::begin);
        if (!hasTimes) {
            columns.unshown();
        }
        columns.time("end", Line::end);
        if (!hasTimes) {
            columns.unshown();
        }
        time.processorTime(columns, "capacity", Line::capacity, Line::capacity);
        for (Share share : Share.values()) {
            time.processorTime(columns, share.name().toLowerCase(Locale.ROOT), line -> line.of(share), Line::capacity);
        }
        time.processorTime(columns, "unallocated", Line::unallocated, Line::capacity);
        return columns;
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        long at = change.getAt().toEpochMilli();
        amounts(who.cluster(), Share.ALLOCATED).rate(at, change.getAllocated());
        amounts(who.cluster(), Share.RESERVED).rate(at, change.getReserved());
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        amounts(who.cluster(), Share.of(who.user()))
                .spread(usage.getFrom().toEpochMilli(), usage.getTo().toEpochMilli(), usage.getCpuTimeUsedMicros());
    }

    /** Adds the time since a node's last report, which is charged at its next report. */
    void node(Node node, Instant present) {
        if (present.isAfter(node.getCoveredUntil()) && NodeAt.isDown(node, present)) {
            long from = node.getCoveredUntil().toEpochMilli();
            long to = present.toEpochMilli();
            long micros = Totals.fitted(Totals.product(node.getProcessors(), Math.multiplyExact(to - from, MICROS)));
            amounts(node.getCluster(), Share.DOWN).spread(from, to, micros);
        }
    }

    private Amounts amounts(String cluster, Share share) {
        return clusters.computeIfAbsent(cluster, name -> new EnumMap<>(Share.class))
                .computeIfAbsent(share, each -> new Amounts(buckets));
    }

    /** Returns the lines by cluster, then by time, without those of 0. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        clusters.forEach((cluster, shares) -> {
            Map<Share, long[]> micros = new EnumMap<>(Share.class);
            shares.forEach((share, amounts) -> micros.put(share, amounts.micros()));
            for (int i = 0; i < buckets.count(); i++) {
                Line line = new Line(cluster, buckets.begin(i), buckets.end(i), at(i, micros), processors.get(cluster));
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
