package io.fairstream.agent;

import io.fairstream.agent.node.CpuRemainder;
import io.fairstream.agent.node.Interval;
import io.fairstream.agent.node.NodeState;
import io.fairstream.agent.node.Segment;
import io.fairstream.schemas.SessionDelta;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Source of snapshots of a node. Each snapshot contains the usage since the previous one; together they cover the time since the
 * baseline, which is taken when the agent is opened, without a gap. No state is stored between two runs of an agent: usage in
 * between is not charged, and the time is DOWN. Mutable, for one thread; other threads may read the counters.
 */
public final class Agent {
    /** Maximum difference between wall clock and uptime in an interval; if it is larger, the wall clock was set. */
    private static final long SLACK_MILLIS = 1_000;

    private final AgentSettings settings;
    private final ProcReader reader;
    private final LongFunction<String> users;
    private final Consumer<String> warnings;
    private final String bootId;
    private NodeState base;
    private String incarnation;
    private long sequence;
    private long coveredUntil = Long.MIN_VALUE;
    private CpuRemainder carry = CpuRemainder.NONE;
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong clipped = new AtomicLong();

    private Agent(AgentSettings settings, ProcReader reader, LongFunction<String> users, Consumer<String> warnings)
            throws IOException {
        this.settings = settings;
        this.reader = reader;
        this.users = users;
        this.warnings = warnings;
        this.bootId = reader.bootId();
        this.base = reader.read();
        this.incarnation = incarnation(base);
    }

    /**
     * Opens an agent and takes its baseline.
     *
     * @param clock wall clock for the times of snapshots
     * @param users names of users by their numbers
     * @param warnings receives problems that do not stop the agent
     */
    public static Agent open(AgentSettings settings, Clock clock, LongFunction<String> users, Consumer<String> warnings)
            throws IOException {
        ProcReader reader = new ProcReader(settings.proc(), settings.memory(), settings.jobsFile(), clock, warnings);
        return new Agent(settings, reader, users, warnings);
    }

    /**
     * Returns the usage since the last snapshot, as records that add up to the time of the node's processors. Empty if no time has
     * passed. Empty, too, if the clock was set, or is before the end of an earlier snapshot; then a new incarnation begins with a
     * new baseline.
     */
    public List<SessionDelta> snapshot() throws IOException {
        NodeState now = reader.read();
        long elapsed = now.atMillis() - base.atMillis();
        long uptime = now.uptimeMillis() - base.uptimeMillis();
        if (Math.abs(elapsed - uptime) > SLACK_MILLIS || elapsed < 0) {
            rebase(now, "the clock was set by " + (elapsed - uptime) + " ms");
            return List.of();
        }
        if (elapsed == 0) {
            return List.of();
        }
        if (base.atMillis() < coveredUntil) {
            rebase(now, "the clock is before the end of the last snapshot, " + Instant.ofEpochMilli(coveredUntil));
            return List.of();
        }
        Interval interval = Interval.between(base, now, carry);
        List<SessionDelta> records = records(interval);
        base = now;
        coveredUntil = now.atMillis();
        carry = interval.carry();
        clipped.addAndGet(interval.clipped());
        made.incrementAndGet();
        sequence++;
        return records;
    }

    private void rebase(NodeState now, String why) {
        warnings.accept("warning: " + why + "; "
                + Instant.ofEpochMilli(base.atMillis()) + " to " + Instant.ofEpochMilli(now.atMillis())
                + " is not measured");
        base = now;
        incarnation = incarnation(now);
        sequence = 0;
        carry = CpuRemainder.NONE;
    }

    private String incarnation(NodeState first) {
        return bootId + "/" + first.atMillis();
    }

    private List<SessionDelta> records(Interval interval) {
        int parts = interval.parts().size();
        return interval.parts().stream()
                .map(part -> record(interval, part, parts))
                .toList();
    }

    private SessionDelta record(Interval interval, Segment part, int parts) {
        Long user = part.user();
        return SessionDelta.newBuilder()
                .setCluster(settings.cluster())
                .setNode(settings.node())
                .setIncarnation(incarnation)
                .setSequence(sequence)
                .setParts(parts)
                .setSession(part.session())
                .setKind(part.kind())
                .setJobId(part.jobId())
                .setUserId(user)
                .setUser(user == null ? "" : users.apply(user))
                .setFrom(Instant.ofEpochMilli(interval.before().atMillis()))
                .setTo(Instant.ofEpochMilli(interval.after().atMillis()))
                .setUserCpuMicros(part.cpu().userMicros())
                .setSystemCpuMicros(part.cpu().systemMicros())
                .setRealMemoryKiBSeconds(part.realKiBSeconds())
                .setVirtualMemoryKiBSeconds(part.virtualKiBSeconds())
                .setRealMemoryHighwaterKiB(part.realHighwaterKiB())
                .setVirtualMemoryHighwaterKiB(part.virtualHighwaterKiB())
                .setNodeProcessors(interval.after().processors())
                .build();
    }

    public long made() {
        return made.get();
    }

    /** Returns the number of times that a session's usage exceeded the node's capacity and was cut. */
    public long clipped() {
        return clipped.get();
    }

    /** Summarises visible and invisible data in one line. */
    public String sees() throws IOException {
        return reader.sees();
    }
}
