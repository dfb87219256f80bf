package io.fairstream.slurm;

import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Poll of {@code sacct}: the command, and the parser of its output. Each output contains all jobs that ran or waited since an
 * instant, beginning with their submissions, so that a job has the same events in each output.
 */
public final class SacctPoll {
    /** Delay with which Slurm writes events after an outage of its database. */
    private static final Duration LATENESS = Duration.ofMinutes(10);

    private static final String FORMAT =
            "JobIDRaw,Cluster,Account,User,UID,Group,GID,Partition,QOS,WCKey,Reservation,State,ExitCode,Submit,Start,End,"
                    + "Elapsed,NNodes,AllocCPUS,ReqCPUS,ReqMem,ReqTRES,AllocTRES,ConsumedEnergyRaw,Timelimit,NodeList,TotalCPU,"
                    + "MaxRSS,NTasks,JobName";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

    private final String cluster;
    private final ZoneId zone;

    /**
     * Creates a poll of a cluster.
     *
     * @param cluster of rows without one
     * @param zone of the times that its {@code sacct} accepts; it prints seconds since 1970, which are unambiguous
     */
    public SacctPoll(String cluster, ZoneId zone) {
        this.cluster = cluster;
        this.zone = zone;
    }

    /** Returns the command that lists all jobs that ran or waited at any time since an instant. */
    public List<String> command(Instant since) {
        return List.of(
                "env",
                "SLURM_TIME_FORMAT=%s",
                "sacct",
                "--parsable2",
                "--allusers",
                "--duplicates",
                "--starttime=" + TIME.format(start(since)),
                "--format=" + FORMAT);
    }

    /** Returns a local start time that is not after the instant, even if the local time is ambiguous. */
    private LocalDateTime start(Instant since) {
        LocalDateTime local = LocalDateTime.ofInstant(since, zone);
        return zone.getRules().getValidOffsets(local).size() > 1 ? local.minusHours(1) : local;
    }

    /**
     * Returns the start time of the next query. Its response does not contain jobs that ended long before. It contains earlier pieces
     * of continuing jobs that changed their size or ran before; without them the later pieces would look like separate jobs.
     *
     * @param answered time of the last query
     * @param events of its response, in the order of their times
     */
    public static Instant next(Instant answered, List<JobEvent> events) {
        return earliest(answered, events).minus(LATENESS).truncatedTo(ChronoUnit.SECONDS);
    }

    private static Instant earliest(Instant answered, List<JobEvent> events) {
        Map<String, List<JobEvent>> jobs =
                events.stream().collect(Collectors.groupingBy(event -> event.getCluster() + "/" + event.getJobId()));
        return jobs.values().stream()
                .filter(job -> job.get(job.size() - 1).getState() != JobState.COMPLETE)
                .flatMap(job -> job.stream()
                        .dropWhile(event -> event.getState() != JobState.RUNNING)
                        .skip(1)
                        .limit(1))
                .map(JobEvent::getAt)
                .filter(answered::isAfter)
                .min(Comparator.naturalOrder())
                .orElse(answered);
    }

    /** Returns the events of a response, in the order of their times. */
    public Recorded<JobEvent> read(String answer, Consumer<Problem> problems) {
        try (BufferedReader in = new BufferedReader(new StringReader(answer))) {
            return SacctDump.read("sacct", in, new SacctDump.Options(cluster, zone), problems);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
