package io.fairstream.testing;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.UserAccounting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Synthetic records of jobs and sessions on the cluster {@code tux}; times are hours after a Monday's midnight. */
public final class SyntheticUse {
    public static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
    public static final String TUX = "tux";
    public static final long HOUR_MICROS = 3_600_000_000L;

    private static final long HOUR_MILLIS = 3_600_000;

    private SyntheticUse() {}

    public static Instant at(double hours) {
        return MIDNIGHT.plusMillis(Math.round(hours * HOUR_MILLIS));
    }

    /** Charge of a job event to the user, or to the job if the kind is JOB. */
    public static Charge allocation(
            ChargeKind kind, String user, long job, String bank, double hours, int allocated, int reserved) {
        String account = kind == ChargeKind.JOB ? TUX + "/" + job : user;
        Dimensions dimensions = Dimensions.newBuilder()
                .setCluster(TUX)
                .setJobId(job)
                .setSubmitted(MIDNIGHT)
                .setBank(bank)
                .build();
        return charge(
                kind,
                account,
                LedgerKind.JOB,
                TUX + "/" + job,
                dimensions,
                AllocationChange.newBuilder()
                        .setAt(at(hours))
                        .setAllocated(allocated)
                        .setReserved(reserved)
                        .build());
    }

    /** Charge of a node's snapshot to the user. */
    public static Charge usage(String user, String node, double from, double to, long micros) {
        return usage(ChargeKind.USER, user, user, node, from, to, micros);
    }

    /** Charge of a node's snapshot to an account. */
    public static Charge usage(
            ChargeKind kind, String account, String user, String node, double from, double to, long micros) {
        Usage usage = Usage.newBuilder()
                .setFrom(at(from))
                .setTo(at(to))
                .setCpuTimeUsedMicros(micros)
                .setRealMemoryKiBSeconds(micros / 1000)
                .setRealMemoryHighwaterKiB(micros / HOUR_MICROS)
                .setUser(user)
                .build();
        Dimensions dimensions =
                Dimensions.newBuilder().setCluster(TUX).setNode(node).build();
        return charge(kind, account, LedgerKind.SESSION, TUX + "/" + node, dimensions, usage);
    }

    /** Charge to a user in a bank at the end of a run that held the given number of nodes of 8 processors. */
    public static Charge booked(String path, long job, double since, double until, @Nullable Integer nodes) {
        return holding(
                path,
                job,
                held(since, until, nodes)
                        .setHoldings(-1)
                        .setBooked(1)
                        .setEndedAt(at(until))
                        .build());
    }

    /** Charge to a user in a bank. */
    public static Charge holding(String path, long job, HoldingChange entry) {
        Dimensions dimensions = Dimensions.newBuilder()
                .setCluster(TUX)
                .setJobId(job)
                .setSubmitted(MIDNIGHT)
                .setBank(path.substring(0, path.lastIndexOf('/')))
                .build();
        return charge(ChargeKind.ASSOCIATION, path, LedgerKind.JOB, TUX + "/" + job, dimensions, entry);
    }

    /** So many nodes of 8 processors and a GPU each, from an hour to another. */
    public static HoldingChange.Builder held(double since, double until, @Nullable Integer nodes) {
        return HoldingChange.newBuilder()
                .setSince(at(since))
                .setAt(at(until))
                .setNodes(nodes)
                .setProcessors(nodes == null ? 8 : 8 * nodes)
                .setGpus(nodes == null ? 1 : nodes)
                .setHoldings(0);
    }

    private static Charge charge(
            ChargeKind kind, String account, LedgerKind ledger, String thing, Dimensions dimensions, Object entry) {
        return Charge.newBuilder()
                .setKind(kind)
                .setAccount(account)
                .setLedger(ledger)
                .setThing(thing)
                .setCause(new Cause("fairstream.synthetic", 0, 0L))
                .setDimensions(dimensions)
                .setEntry(entry)
                .build();
    }

    /** A node of so many processors that is covered from midnight on. */
    public static Node node(
            String name, int processors, double until, long sessions, long system, long idle, long down) {
        return Node.newBuilder()
                .setCluster(TUX)
                .setNode(name)
                .setProcessors(processors)
                .setSessionsMicros(sessions)
                .setSystemMicros(system)
                .setIdleMicros(idle)
                .setDownMicros(down)
                .setCapacityMicros(sessions + system + idle + down)
                .setCoveredFrom(MIDNIGHT)
                .setCoveredUntil(at(until))
                .setSilenceMicros(Duration.ofMinutes(10).toMillis() * 1000)
                .build();
    }

    /** A job of alice's, submitted at midnight. */
    public static Job.Builder job(long id, JobState state) {
        return Job.newBuilder()
                .setCluster(TUX)
                .setJobId(id)
                .setSubmitted(MIDNIGHT)
                .setRuns(state == JobState.PENDING || state == JobState.HELD ? 0 : 1)
                .setState(state)
                .setSince(MIDNIGHT)
                .setUser("alice")
                .setUserId(1001L)
                .setGroups(List.of("physics"))
                .setBank("root/physics")
                .setPartition("batch")
                .setName("job" + id)
                .setProcessors(4)
                .setNodes(1);
    }

    /** An account of a job of alice's, submitted at midnight, with so many hours allocated and used. */
    public static JobAccounting.Builder accounting(long id, double allocated, double used) {
        return JobAccounting.newBuilder()
                .setCluster(TUX)
                .setJobId(id)
                .setSubmitted(MIDNIGHT)
                .setUser("alice")
                .setUserId(1001L)
                .setBank("root/physics")
                .setPartition("batch")
                .setCpuTimeAllocatedMicros(micros(allocated))
                .setCpuTimeReservedMicros(0)
                .setCpuTimeUsedMicros(micros(used))
                .setRealMemoryKiBSeconds(0)
                .setVirtualMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(0)
                .setVirtualMemoryHighwaterKiB(0)
                .setProcessorsAllocated(0)
                .setProcessorsReserved(0)
                .setAsOf(MIDNIGHT)
                .setFirstSeen(MIDNIGHT)
                .setLastSeen(MIDNIGHT)
                .setRuns(1)
                .setFinal$(true);
    }

    /** A job that ran from an hour to another on so many processors, half of whose time its processes used. */
    public static Job ended(long id, String user, String bank, double from, double to, int processors) {
        return job(id, JobState.COMPLETE)
                .setUser(user)
                .setBank(bank)
                .setStartTime(at(from))
                .setEndTime(at(to))
                .setOutcome("COMPLETED")
                .setExitCode(0)
                .setProcessors(processors)
                .setNodes(1)
                .setNodeList("n1")
                .setCpuMillis((long) (HOUR_MILLIS * (to - from) * processors / 2))
                .build();
    }

    /** The account of a job that {@linkplain #ended ended}. */
    public static JobAccounting accountOf(Job job) {
        long millis = Duration.between(job.getStartTime(), job.getEndTime()).toMillis();
        return accounting(job.getJobId(), 0, 0)
                .setUser(job.getUser())
                .setBank(job.getBank())
                .setCpuTimeAllocatedMicros(millis * 1000 * job.getProcessors())
                .build();
    }

    /** An account of a user with so many hours allocated and used. */
    public static UserAccounting.Builder accounting(String user, double allocated, double used) {
        return UserAccounting.newBuilder()
                .setUser(user)
                .setCpuTimeAllocatedMicros(micros(allocated))
                .setCpuTimeReservedMicros(0)
                .setCpuTimeUsedMicros(micros(used))
                .setRealMemoryKiBSeconds(0)
                .setVirtualMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(0)
                .setVirtualMemoryHighwaterKiB(0)
                .setProcessorsAllocated(0)
                .setProcessorsReserved(0)
                .setAsOf(MIDNIGHT)
                .setDecayedCpuAllocatedSeconds(0)
                .setDecayedCpuReservedSeconds(0)
                .setDecayedCpuUsedSeconds(0)
                .setDecayedRealMemoryKiBSeconds(0)
                .setDecayedVirtualMemoryKiBSeconds(0)
                .setHalfLifeSeconds(604_800)
                .setFirstSeen(MIDNIGHT)
                .setLastSeen(MIDNIGHT);
    }

    public static long micros(double hours) {
        return Math.round(hours * HOUR_MICROS);
    }
}
