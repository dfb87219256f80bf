package io.fairstream.nemesis;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;

/** Jobs of a cluster of their own, whose events go straight to the topic, and of one whose records go by Slurm's topics and the bridge. */
final class ProbeJobs {
    static final String SLURM_CLUSTER = "tux";
    private static final String CLUSTER = "probe";
    private static final int LONGEST_SECONDS = 40;
    private static final int USERS = 4;
    private static final int HOT_OF_TEN = 6;

    private final Random random;
    private final Instant start;
    private final Sums sums;
    private final TreeMap<Long, List<Job>> ending = new TreeMap<>();
    private long jobs;

    /** One that runs. */
    private record Job(long id, boolean isOfSlurm, String user, int processors, long from) {
        String key() {
            return (isOfSlurm ? SLURM_CLUSTER : CLUSTER) + "/" + id;
        }
    }

    ProbeJobs(Random random, Instant start, Sums sums) {
        this.random = random;
        this.start = start;
        this.sums = sums;
    }

    /** One of each begins, and some end. */
    List<Probe> second(long second) {
        List<Probe> probes = new ArrayList<>();
        begin(probes, second, false);
        begin(probes, second, true);
        endAll(probes, ending.headMap(second, true), second);
        return probes;
    }

    List<Probe> closing(long second) {
        List<Probe> probes = new ArrayList<>();
        endAll(probes, ending, second);
        return probes;
    }

    private void begin(List<Probe> probes, long second, boolean isOfSlurm) {
        boolean isHot = random.nextInt(10) < HOT_OF_TEN;
        String user = (isOfSlurm ? "slurm-user-" : "probe-user-") + (isHot ? 0 : random.nextInt(USERS));
        Job job = new Job(++jobs, isOfSlurm, user, 1 + random.nextInt(16), second);
        if (isOfSlurm) {
            probes.add(Probe.ofSlurm(SiteFiles.START_TOPIC, json(job, second, false)));
        } else {
            probes.add(event(job, JobState.PENDING, second));
            probes.add(event(job, JobState.RUNNING, second));
        }
        ending.computeIfAbsent(second + 1 + random.nextInt(LONGEST_SECONDS), any -> new ArrayList<>())
                .add(job);
    }

    private void endAll(List<Probe> probes, java.util.Map<Long, List<Job>> due, long second) {
        for (List<Job> those : due.values()) {
            for (Job job : those) {
                long micros = (second - job.from()) * job.processors() * 1_000_000;
                Sums.add(sums.allocated, job.key(), micros);
                Sums.add(sums.usersAllocated, job.user(), micros);
                probes.add(
                        job.isOfSlurm()
                                ? Probe.ofSlurm(SiteFiles.FINISH_TOPIC, json(job, second, true))
                                : event(job, JobState.COMPLETE, second));
            }
        }
        due.clear();
    }

    private Probe event(Job job, JobState state, long second) {
        JobEvent event = JobEvent.newBuilder()
                .setCluster(CLUSTER)
                .setJobId(job.id())
                .setSubmitted(start.plusSeconds(job.from()))
                .setAt(start.plusSeconds(second))
                .setState(state)
                .setUser(job.user())
                .setUserId(1001L)
                .setGroups(List.of("users"))
                .setBank("root/" + (job.id() / 2 % 2 == 0 ? "physics" : "chemistry"))
                .setProcessors(job.processors())
                .setNodes(1)
                .build();
        return Probe.of(Topics.JOB_EVENTS.name(), job.key(), event);
    }

    private String json(Job job, long second, boolean isEnd) {
        return String.format(
                Locale.ROOT,
                "{\"jobid\":%d,\"sluid\":\"s%d\",\"original_sluid\":\"s%d\",\"username\":\"%s\",\"user_id\":1002,"
                        + "\"groupname\":\"users\",\"group_id\":100,\"@start\":\"%s\",%s\"partition\":\"main\",\"nodes\":\"n1\","
                        + "\"total_cpus\":%d,\"total_nodes\":1,\"state\":%s,\"het_job_id\":0,\"het_job_offset\":0,\"priority\":1000,"
                        + "\"@submit\":\"%s\",\"@eligible\":\"%s\",\"cluster\":\"%s\",\"qos\":\"normal\",\"time_limit\":7200,"
                        + "\"job_name\":\"job\",\"tres_req\":\"cpu=%d,node=1\",\"tres_alloc\":\"cpu=%d,node=1\","
                        + "\"account\":\"astro\",\"parent_accounts\":\"/root/physics/astro/astro\"}",
                job.id(),
                job.id(),
                job.id(),
                job.user(),
                time(job.from()),
                isEnd
                        ? "\"@end\":\"" + time(second) + "\",\"elapsed\":" + (second - job.from())
                                + ",\"exit_code\":\"0:0\","
                        : "",
                job.processors(),
                isEnd ? "\"COMPLETED\"" : "null",
                time(job.from()),
                time(job.from()),
                SLURM_CLUSTER,
                job.processors(),
                job.processors());
    }

    private String time(long second) {
        return LocalDateTime.ofInstant(start.plusSeconds(second), ZoneOffset.UTC)
                .format(java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }
}
