package io.fairstream.cli.demo;

import io.fairstream.cli.demo.ClusterUser.Shape;
import io.fairstream.client.InputTopic;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A job of the demo's cluster as its scheduler sees it. Mutable. */
final class ClusterJob {
    static final String CLUSTER = "demo";
    static final int MIB_PER_PROCESSOR = 3072;

    private static final double MAX_EFFICIENCY = 0.98;
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /** Outcome of a run, in Slurm's words. */
    enum Outcome {
        COMPLETED(0),
        FAILED(1),
        TIMEOUT(0);

        final int exitCode;

        Outcome(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    final long id;
    final ClusterUser user;
    final Instant submitted;

    /** Run time of the job if nothing stops it. */
    final Duration length;

    /** Used fraction of the allocated processors' time. */
    final double efficiency;

    /** Used fraction of the allocated memory. */
    final double memory;

    final boolean fails;
    final List<ClusterNode> nodes = new ArrayList<>();
    double priority;

    @Nullable
    Instant started;

    private int run = 1;

    ClusterJob(long id, ClusterUser user, Instant submitted, Random random) {
        this.id = id;
        this.user = user;
        this.submitted = submitted;
        fails = random.nextDouble() < user.failures();
        efficiency = Math.min(MAX_EFFICIENCY, user.efficiency() * Draws.between(0.9, 1.1, random));
        memory = Draws.between(0.2, 0.9, random);
        length = SHORTEST.plusSeconds(Draws.seconds(user.typicalRun(), random));
    }

    Shape shape() {
        return user.shape();
    }

    Outcome outcome() {
        if (fails) {
            return Outcome.FAILED;
        }
        return length.compareTo(user.limit()) > 0 ? Outcome.TIMEOUT : Outcome.COMPLETED;
    }

    /** Duration of a run; a job that fails ends early. */
    Duration runs() {
        Duration most = length.compareTo(user.limit()) > 0 ? user.limit() : length;
        return fails ? most.dividedBy(5).plusSeconds(5) : most;
    }

    /** Event of the submission, as pending or held. */
    DemoEvent<?> submission(JobState state) {
        Shape shape = shape();
        return DemoEvent.of(
                InputTopic.JOB_EVENTS,
                event(state, submitted)
                        .setUser(user.user())
                        .setUserId(user.userId())
                        .setGroups(List.of(user.bank().substring(user.bank().lastIndexOf('/') + 1)))
                        .setBank(user.bank())
                        .setPartition("batch")
                        .setName(user.work())
                        .setProcessors(shape.all())
                        .setNodes(shape.nodes())
                        .setMemoryMiB((long) shape.all() * MIB_PER_PROCESSOR)
                        .setTimeLimitMinutes(user.limit().toMinutes())
                        .setPriority(priority)
                        .build());
    }

    /** Event of a pending job with its current priority, also for a requeue after a run. */
    DemoEvent<?> waits(Instant at) {
        return DemoEvent.of(
                InputTopic.JOB_EVENTS,
                event(JobState.PENDING, at).setPriority(priority).build());
    }

    DemoEvent<?> start(Instant at) {
        started = at;
        String list = String.join(",", nodes.stream().map(ClusterNode::name).toList());
        return DemoEvent.of(
                InputTopic.JOB_EVENTS,
                event(JobState.RUNNING, at)
                        .setNodeList(list)
                        .setProcessors(shape().all())
                        .setNodes(nodes.size())
                        .setExpectedEnd(at.plus(user.limit()))
                        .build());
    }

    DemoEvent<?> end(Instant at) {
        Outcome outcome = outcome();
        return DemoEvent.of(
                InputTopic.JOB_EVENTS,
                event(JobState.COMPLETE, at)
                        .setOutcome(outcome.name())
                        .setExitCode(outcome.exitCode)
                        .build());
    }

    /** Requeues the job after its node was lost. */
    DemoEvent<?> requeue(Instant at) {
        run++;
        started = null;
        nodes.clear();
        return waits(at);
    }

    private JobEvent.Builder event(JobState state, Instant at) {
        return JobEvent.newBuilder()
                .setCluster(CLUSTER)
                .setJobId(id)
                .setSubmitted(submitted)
                .setRun(String.valueOf(run))
                .setAt(at)
                .setState(state);
    }
}
