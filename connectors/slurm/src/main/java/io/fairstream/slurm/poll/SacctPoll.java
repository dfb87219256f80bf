package io.fairstream.slurm.poll;

import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.slurm.sacct.SacctDump;
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
 * Poll of {@code sacct}: the command, and the reading of its answer. Each answer tells of all jobs that ran or waited since an
 * instant, from their submissions on, so that each answer in which a job is has the same of it.
 */
public final class SacctPoll {
    /** Slurm writes to its database what happened while that was away. */
    private static final Duration LATENESS = Duration.ofMinutes(10);

    private static final String FORMAT =
            "JobIDRaw,Cluster,Account,User,UID,Group,GID,Partition,State,Submit,Start,End,Elapsed,NNodes,"
                    + "AllocCPUS,ReqCPUS,ReqMem,Timelimit,NodeList,TotalCPU,MaxRSS,NTasks,JobName";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");

    private final String cluster;
    private final ZoneId zone;

    /**
     * Creates a poll of a cluster.
     *
     * @param cluster of rows that name none
     * @param zone in which its {@code sacct} takes times; it prints them as seconds since 1970, which no clock change makes ambiguous
     */
    public SacctPoll(String cluster, ZoneId zone) {
        this.cluster = cluster;
        this.zone = zone;
    }

    /** The command that tells of all jobs that ran or waited at some time since then. */
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

    /** Not later, also where the clock shows the same hour twice. */
    private LocalDateTime start(Instant since) {
        LocalDateTime local = LocalDateTime.ofInstant(since, zone);
        return zone.getRules().getValidOffsets(local).size() > 1 ? local.minusHours(1) : local;
    }

    /**
     * Since when to ask after an answer: what ended long before it is left out, but for earlier pieces of jobs that changed their
     * size or ran before and go on. Without these pieces the later ones would read as jobs of their own.
     *
     * @param answered when the last answer was asked for
     * @param events of that answer, in the order of their times
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

    /** The events of an answer, in the order of their times. */
    public Recorded<JobEvent> read(String answer, Consumer<Problem> problems) {
        try (BufferedReader in = new BufferedReader(new StringReader(answer))) {
            return SacctDump.read("sacct", in, new SacctDump.Options(cluster, zone), problems);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
