package io.fairstream.query.publish;

import io.fairstream.publish.FinishedJob;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the format of {@code sacct --parsable2 --noheader --allocations}, with the fields, and in the order, that
 * Open XDMoD's shredder of Slurm requests: times of UTC, memory in MiB. Unknown values are empty, an unknown time is
 * {@code Unknown}.
 */
public final class SacctLines {
    /** The fields, with the names of sacct. */
    public static final List<String> FIELDS = List.of(
            "jobid",
            "jobidraw",
            "cluster",
            "partition",
            "qos",
            "account",
            "group",
            "gid",
            "user",
            "uid",
            "submit",
            "eligible",
            "start",
            "end",
            "elapsed",
            "exitcode",
            "state",
            "nnodes",
            "ncpus",
            "reqcpus",
            "reqmem",
            "reqtres",
            "alloctres",
            "timelimit",
            "nodelist",
            "jobname");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String UNKNOWN = "Unknown";
    private static final long MICROS_PER_MILLI = 1000;

    private SacctLines() {}

    /**
     * Reads the tables: a line for each job that ended in the period, ordered by end.
     *
     * @param clusters only these; empty for all
     */
    public static List<String> read(TopicReader reader, Instant from, Instant to, Set<String> clusters) {
        return of(reader.latest(Topics.JOBS), reader.latest(Topics.JOB_ACCOUNTING), from, to, clusters)
                .toList();
    }

    static Stream<String> of(
            List<Job> jobs, List<JobAccounting> accounts, Instant from, Instant to, Set<String> clusters) {
        Map<String, JobAccounting> byId = new HashMap<>();
        accounts.forEach(
                each -> byId.put(FinishedJob.id(each.getCluster(), each.getJobId(), each.getSubmitted()), each));
        return jobs.stream()
                .filter(job -> job.getState() == JobState.COMPLETE && isWithin(job.getEndTime(), from, to))
                .filter(job -> clusters.isEmpty() || clusters.contains(job.getCluster()))
                .sorted(Comparator.comparing((Job job) -> Objects.requireNonNull(job.getEndTime()))
                        .thenComparing(Job::getCluster)
                        .thenComparing(Job::getJobId))
                .map(job -> line(job, byId.get(FinishedJob.id(job.getCluster(), job.getJobId(), job.getSubmitted()))));
    }

    private static boolean isWithin(@Nullable Instant end, Instant from, Instant to) {
        return end != null && !end.isBefore(from) && end.isBefore(to);
    }

    private static String line(Job job, @Nullable JobAccounting account) {
        boolean ran = job.getStartTime() != null;
        String id = Long.toString(job.getJobId());
        List<String> groups = job.getGroups();
        String fields = String.join(
                "|",
                id,
                id,
                name(job.getCluster()),
                name(job.getPartition()),
                name(job.getQos()),
                name(FinishedJob.lastName(job.getBank())),
                groups.isEmpty() ? "" : name(groups.get(0)),
                "",
                name(job.getUser()),
                number(job.getUserId()),
                time(job.getSubmitted()),
                UNKNOWN,
                ran ? time(job.getStartTime()) : "None",
                time(job.getEndTime()),
                Format.elapsed(elapsed(job, account)),
                exitCode(job),
                name(Objects.requireNonNullElse(job.getOutcome(), "COMPLETED")),
                number(job.getNodes()),
                ran ? number(job.getProcessors()) : "0",
                ran ? "" : number(job.getProcessors()),
                job.getMemoryMiB() == null ? "" : job.getMemoryMiB() + "M",
                ran ? "" : name(job.getTres()),
                ran ? name(job.getTres()) : "",
                timeLimit(job.getTimeLimitMinutes()),
                ran ? name(job.getNodeList()) : "None assigned");
        // The shredder takes the rest of the line as the name, including bars.
        return fields + "|" + job.getName().replaceAll("\\R", " ");
    }

    /** Returns a name without bars, which would separate fields. */
    private static String name(String text) {
        if (text.indexOf('|') >= 0 || text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" (expected: a name without | and line breaks, as sacct separates fields by them)");
        }
        return text;
    }

    private static String number(@Nullable Number number) {
        return number == null ? "" : number.toString();
    }

    private static String time(@Nullable Instant at) {
        return at == null ? UNKNOWN : TIME.format(at);
    }

    /** Returns the elapsed time without suspensions; for a requeued job from the start of its last run. */
    private static Duration elapsed(Job job, @Nullable JobAccounting account) {
        Instant start = job.getStartTime();
        if (start == null) {
            return Duration.ZERO;
        }
        Duration whole = Duration.between(start, Objects.requireNonNull(job.getEndTime()));
        Integer processors = job.getProcessors();
        boolean isKnown = account != null && account.getRuns() == 1 && processors != null && processors > 0;
        if (!isKnown) {
            return whole;
        }
        long micros = Objects.requireNonNull(account).getCpuTimeAllocatedMicros() / Objects.requireNonNull(processors);
        Duration running = Duration.ofMillis(micros / MICROS_PER_MILLI);
        return running.compareTo(whole) < 0 ? running : whole;
    }

    private static String exitCode(Job job) {
        return Objects.requireNonNullElse(job.getExitCode(), 0) + ":" + Objects.requireNonNullElse(job.getSignal(), 0);
    }

    private static String timeLimit(@Nullable Long minutes) {
        return minutes == null ? "" : Format.elapsed(Duration.ofMinutes(minutes));
    }
}
