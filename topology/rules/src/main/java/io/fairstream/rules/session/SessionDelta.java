package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Usage of one session of a node between two snapshots: one part of a snapshot.
 *
 * @param cluster without slash
 * @param incarnation name of one run of the agent, within which sequences are unique
 * @param sequence number of the snapshot, 0 or more
 * @param parts number of records of the snapshot
 * @param session id of the session; a snapshot has one record for each
 * @param jobId 0 for none
 * @param userId null when unknown
 * @param user empty for SYSTEM and IDLE
 * @param from begin of the interval, milliseconds since 1970 UTC
 * @param to end of the interval, milliseconds since 1970 UTC
 * @param userCpuMicros microseconds; for IDLE the idle time
 * @param systemCpuMicros microseconds
 * @param otherUsage usage of other quantities, without CPU time
 * @param nodeProcessors number of processors of the node in the interval
 * @param nodeEnergyMillijoules energy of the node that is not reported by its parts, to be split over them
 */
public record SessionDelta(
        String cluster,
        String node,
        String incarnation,
        long sequence,
        int parts,
        long session,
        SessionKind kind,
        long jobId,
        @Nullable Long userId,
        String user,
        long from,
        long to,
        long userCpuMicros,
        long systemCpuMicros,
        Amounts otherUsage,
        int nodeProcessors,
        long nodeEnergyMillijoules) {
    public SessionDelta on(String otherCluster, String otherNode) {
        return new SessionDelta(
                otherCluster,
                otherNode,
                incarnation,
                sequence,
                parts,
                session,
                kind,
                jobId,
                userId,
                user,
                from,
                to,
                userCpuMicros,
                systemCpuMicros,
                otherUsage,
                nodeProcessors,
                nodeEnergyMillijoules);
    }

    /** Maximum number of parts of a snapshot, so that a snapshot fits into the limit for waiting parts. */
    public static final int MAX_PARTS = 4096;

    /** Maximum length of names in waiting parts, bytes, so that a node's state fits into one record. */
    private static final int LONGEST_KEPT = 128;

    /** Maximum amount, so that the sum over a snapshot's parts, and a node's total plus a snapshot, fit into a long. */
    public static final long MAX = 500_000_000_000_000L;

    /** Maximum number of processors of a node, so that their time in the longest interval fits into a long. */
    public static final int MAX_PROCESSORS = Bounds.DEVICES_OF_ONE;

    public static final Duration LONGEST = Duration.ofDays(366);

    public String key() {
        return cluster + "/" + node;
    }

    /** Returns true if the key of the record belongs to the node; allocates no string. */
    public boolean hasKey(@Nullable String key) {
        return key != null
                && key.length() == cluster.length() + 1 + node.length()
                && key.charAt(cluster.length()) == '/'
                && key.startsWith(cluster)
                && key.endsWith(node);
    }

    /** CPU time in both modes, microseconds. */
    public long cpuMicros() {
        return userCpuMicros + systemCpuMicros;
    }

    /** All usage, including CPU time in both modes. */
    public Amounts used() {
        return otherUsage.with(Quantity.CPU_USED, cpuMicros());
    }

    /** Length of the interval, milliseconds. */
    long millis() {
        return to - from;
    }

    boolean isOfSameSnapshot(SessionDelta other) {
        return sequence == other.sequence && incarnation.equals(other.incarnation);
    }

    /** Returns true if both parts have the same values for the snapshot as a whole. */
    boolean agreesWith(SessionDelta other) {
        return from == other.from
                && to == other.to
                && parts == other.parts
                && nodeProcessors == other.nodeProcessors
                && nodeEnergyMillijoules == other.nodeEnergyMillijoules;
    }

    public @Nullable Rejection refusal(EventTimes times, long sent, long newest) {
        return Rejection.first(
                Names.refusalOfCluster(cluster),
                Names.refusal("node", node),
                Names.refusal("incarnation", incarnation, LONGEST_KEPT),
                kind == SessionKind.PROCESSES ? Names.refusal("user", user) : Names.refusalUnlessEmpty("user", user),
                Names.refusalOfLength("user", user, LONGEST_KEPT),
                times.refusal(to, sent, newest),
                refusalOfInterval(),
                outside("sequence", sequence, 0, Long.MAX_VALUE),
                outside("parts", parts, 1, MAX_PARTS),
                outside("jobId", jobId, 0, Long.MAX_VALUE),
                outside("nodeProcessors", nodeProcessors, 1, MAX_PROCESSORS),
                refusalOfAmounts());
    }

    private @Nullable Rejection refusalOfInterval() {
        if (from >= 0 && from < to && millis() <= LONGEST.toMillis()) {
            return null;
        }
        String before = "before to, " + Instant.ofEpochMilli(to);
        String expected = from < 0 ? "1970 or later" : from >= to ? before : "at most " + LONGEST + " " + before;
        return Rejection.of(Reason.TIME_IMPOSSIBLE, "from", Instant.ofEpochMilli(from), expected);
    }

    private @Nullable Rejection refusalOfAmounts() {
        long min = kind == SessionKind.SYSTEM ? -MAX : 0;
        Rejection refused = Rejection.first(
                outside("userCpuMicros", userCpuMicros, min, MAX),
                outside("systemCpuMicros", systemCpuMicros, min, MAX));
        for (Quantity quantity : Quantity.BESIDES_CPU) {
            refused = refused == null ? outside(quantity.field(), otherUsage.get(quantity), 0, MAX) : refused;
        }
        return refused == null ? outside("nodeEnergyMillijoules", nodeEnergyMillijoules, 0, MAX) : refused;
    }

    private static @Nullable Rejection outside(String what, long value, long min, long max) {
        if (value >= min && value <= max) {
            return null;
        }
        String expected = max == Long.MAX_VALUE ? ">= " + min : min + " to " + max;
        return Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, value, expected);
    }

    /** Owner of the time in a part of a snapshot. The names are those of the schema {@code SessionKind}. */
    public enum SessionKind {
        PROCESSES,
        /** Time not explained by any session, kernel and stolen time included. */
        SYSTEM,
        /** Time that nobody used. */
        IDLE
    }

    /** A part of a snapshot, and the partition and offset of its record in the input topic. */
    public record Segment(SessionDelta delta, int partition, long offset) {
        public Segment on(String cluster, String node) {
            return new Segment(delta.on(cluster, node), partition, offset);
        }
    }
}
