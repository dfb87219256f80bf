package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Use of one session of a node between two snapshots: one part of a snapshot.
 *
 * @param cluster without slash
 * @param incarnation name of one life of the agent, of which the sequences are
 * @param sequence number of the snapshot, 0 or more
 * @param parts how many records the snapshot has
 * @param session its id, one record for each in a snapshot
 * @param jobId 0 for none
 * @param userId null when unknown
 * @param user empty for SYSTEM and IDLE
 * @param from begin of the interval, milliseconds since 1970 UTC
 * @param to end of the interval, milliseconds since 1970 UTC
 * @param userCpuMicros microseconds; of IDLE the idle time
 * @param systemCpuMicros microseconds
 * @param usedBesides all else that was used, without CPU time
 * @param nodeProcessors how many the node has in the interval
 * @param nodeEnergyMillijoules what the node consumed besides what its parts say, to be split over them
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
        Amounts usedBesides,
        int nodeProcessors,
        long nodeEnergyMillijoules) {
    /** Most parts of a snapshot, so that one fits into what may wait. */
    public static final int MOST_PARTS = 4096;

    /** Longest name that parts bear while they wait, bytes, so that a node's state fits into one record. */
    private static final int LONGEST_KEPT = 128;

    /** Largest amount, so that the sum over a snapshot's parts, and a node's total and a snapshot, fit into a long. */
    public static final long MOST = 500_000_000_000_000L;

    /** Most processors of a node, so that their time in the longest interval fits into a long. */
    public static final int MOST_PROCESSORS = Bounds.DEVICES_OF_ONE;

    /** Longest interval. */
    public static final Duration LONGEST = Duration.ofDays(366);

    /** The record's key. */
    public String key() {
        return cluster + "/" + node;
    }

    /** Returns true if the key of the record is that of the node; creates no string. */
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

    /** All that was used, CPU time in both modes. */
    public Amounts used() {
        return usedBesides.with(Quantity.CPU_USED, cpuMicros());
    }

    /** Length of the interval, milliseconds. */
    long millis() {
        return to - from;
    }

    /** Returns true if both are parts of the same snapshot. */
    boolean isOfSameSnapshot(SessionDelta other) {
        return sequence == other.sequence && incarnation.equals(other.incarnation);
    }

    /** Returns true if both parts agree on the snapshot as a whole. */
    boolean agreesWith(SessionDelta other) {
        return from == other.from
                && to == other.to
                && parts == other.parts
                && nodeProcessors == other.nodeProcessors
                && nodeEnergyMillijoules == other.nodeEnergyMillijoules;
    }

    /**
     * The refusal of a part that cannot be meant, or null if it is fine.
     *
     * @param times which times are accepted
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(EventTimes times, long sent, long newest) {
        Refused refused = refusalOfNames();
        if (refused == null) {
            refused = times.refusal(to, sent, newest);
        }
        if (refused == null) {
            refused = refusalOfInterval();
        }
        return refused == null ? refusalOfNumbers() : refused;
    }

    private @Nullable Refused refusalOfNames() {
        Refused refused = Names.refusalOfCluster(cluster);
        if (refused == null) {
            refused = Names.refusal("node", node);
        }
        if (refused == null) {
            refused = Names.refusal("incarnation", incarnation);
        }
        if (refused == null) {
            refused = Names.refusalOfLength("incarnation", incarnation, LONGEST_KEPT);
        }
        if (refused == null) {
            refused = kind == SessionKind.PROCESSES
                    ? Names.refusal("user", user)
                    : Names.refusalUnlessEmpty("user", user);
        }
        return refused == null ? Names.refusalOfLength("user", user, LONGEST_KEPT) : refused;
    }

    private @Nullable Refused refusalOfInterval() {
        if (from < 0) {
            return impossibleFrom("1970 or later");
        }
        if (from >= to) {
            return impossibleFrom("before to, " + Instant.ofEpochMilli(to));
        }
        return millis() > LONGEST.toMillis()
                ? impossibleFrom("at most " + LONGEST + " before to, " + Instant.ofEpochMilli(to))
                : null;
    }

    private Refused impossibleFrom(String expected) {
        return new Refused(
                Reason.TIME_IMPOSSIBLE, "from: " + Instant.ofEpochMilli(from) + " (expected: " + expected + ")");
    }

    private @Nullable Refused refusalOfNumbers() {
        Refused refused = outside("sequence", sequence, 0, Long.MAX_VALUE);
        if (refused == null) {
            refused = outside("parts", parts, 1, MOST_PARTS);
        }
        if (refused == null) {
            refused = outside("jobId", jobId, 0, Long.MAX_VALUE);
        }
        if (refused == null) {
            refused = outside("nodeProcessors", nodeProcessors, 1, MOST_PROCESSORS);
        }
        return refused == null ? refusalOfAmounts() : refused;
    }

    private @Nullable Refused refusalOfAmounts() {
        long least = kind == SessionKind.SYSTEM ? -MOST : 0;
        Refused refused = outside("userCpuMicros", userCpuMicros, least, MOST);
        if (refused == null) {
            refused = outside("systemCpuMicros", systemCpuMicros, least, MOST);
        }
        for (Quantity quantity : Quantity.BESIDES_CPU) {
            if (refused == null) {
                refused = outside(quantity.field(), usedBesides.get(quantity), 0, MOST);
            }
        }
        return refused == null ? outside("nodeEnergyMillijoules", nodeEnergyMillijoules, 0, MOST) : refused;
    }

    private static @Nullable Refused outside(String what, long value, long least, long most) {
        if (value >= least && value <= most) {
            return null;
        }
        String expected = most == Long.MAX_VALUE ? ">= " + least : least + " to " + most;
        return new Refused(Reason.NUMBER_IMPOSSIBLE, what + ": " + value + " (expected: " + expected + ")");
    }
}
