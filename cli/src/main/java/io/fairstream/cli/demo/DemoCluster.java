package io.fairstream.cli.demo;

import io.fairstream.cli.demo.Habit.Hour;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;

/**
 * A simulated cluster like Slurm's, with twelve nodes: its job events and the hourly snapshots of its nodes' agents, in order of
 * time. Every five minutes its scheduler starts jobs that fit, by priority. In the fifth night a node is lost with its jobs until the
 * next morning. On the tenth day the end of a job is lost, so that it seems to run forever. Some jobs are held, and a few of these
 * are never released.
 */
final class DemoCluster implements Iterator<DemoEvent<?>> {
    static final int NODES = 12;
    static final Duration LOST = Duration.ofDays(4).plusHours(1);
    static final Duration BACK = Duration.ofDays(4).plusHours(11);

    private static final Duration CYCLE = Duration.ofMinutes(5);
    private static final Duration REPRIORITIZED = Duration.ofHours(6);
    private static final Duration HELD = Duration.ofHours(18);
    private static final Duration PATIENCE = Duration.ofHours(6);
    private static final Duration NEVER_ENDS = Duration.ofDays(9).plusHours(11);
    private static final int HELD_EACH = 6;
    private static final int FOR_EVER_EACH = 24;
    private static final int LOST_NODE = 6;
    private static final long FIRST_JOB = 1001;

    private final Random random;
    private final Instant until;
    private final ClusterPriority priorities = new ClusterPriority();
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final List<ClusterJob> waiting = new ArrayList<>();
    /** Held jobs that will be released. */
    private final List<ClusterJob> held = new ArrayList<>();

    private final List<ClusterJob> running = new ArrayList<>();
    private final Queue<DemoEvent<?>> upcoming = new ArrayDeque<>();
    private Instant now = DemoPool.BEGIN;
    private long jobs;
    private long doubtful;
    private boolean isEndLost;

    DemoCluster(long seed, Duration length) {
        random = new Random(seed + 1);
        until = DemoPool.BEGIN.plus(length);
        for (int i = 0; i < NODES; i++) {
            nodes.add(new ClusterNode(
                    "n%02d".formatted(i + 1), DemoPool.BEGIN.plus(CYCLE.multipliedBy(i)), new Random(seed + 2 + i)));
        }
    }

    @Override
    public boolean hasNext() {
        while (upcoming.isEmpty() && now.plus(CYCLE).isBefore(until)) {
            now = now.plus(CYCLE);
            cycle();
        }
        return !upcoming.isEmpty();
    }

    @Override
    public DemoEvent<?> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the demo is over");
        }
        return upcoming.remove();
    }

    /** Processes the events since the previous cycle, and the scheduler's reactions. */
    private void cycle() {
        List<DemoEvent<?>> events = new ArrayList<>();
        priorities.decay(CYCLE);
        endRuns(events);
        ClusterUser.ALL.forEach(user -> submit(user, events));
        loseANode(events);
        speak(events);
        release(events);
        reprioritize(events);
        schedule(events);
        events.sort(Comparator.comparing(DemoEvent::at));
        upcoming.addAll(events);
    }

    private void endRuns(List<DemoEvent<?>> events) {
        for (ClusterJob job : List.copyOf(running)) {
            Instant started = job.started;
            if (started == null) {
                continue;
            }
            priorities.charge(job.user, (double) job.shape().all() * CYCLE.toSeconds());
            Instant end = started.plus(job.runs());
            if (!end.isAfter(now)) {
                if (!isEndLost(job)) {
                    events.add(job.end(end));
                }
                job.nodes.forEach(node -> node.remove(job, end));
                running.remove(job);
            }
        }
    }

    /** Returns true once, for a job whose end the scheduler never reports. */
    private boolean isEndLost(ClusterJob job) {
        boolean isIt = !isEndLost && job.user.user().equals("erin") && isAfter(NEVER_ENDS);
        isEndLost |= isIt;
        return isIt;
    }

    private boolean isAfter(Duration time) {
        return !now.isBefore(DemoPool.BEGIN.plus(time));
    }

    private void submit(ClusterUser user, List<DemoEvent<?>> events) {
        double expected = user.rhythm().jobsPerHour(Hour.of(now)) * CYCLE.toSeconds() / 3600.0;
        for (int left = Draws.count(expected, random); left > 0; left--) {
            Instant at = now.minusSeconds(random.nextInt((int) CYCLE.toSeconds()));
            ClusterJob job = new ClusterJob(FIRST_JOB + jobs++, user, at, random);
            job.priority = priorities.of(job, now);
            boolean isHeld = isDoubtful(user) && ++doubtful % HELD_EACH == 0;
            if (!isHeld) {
                waiting.add(job);
            } else if (doubtful % FOR_EVER_EACH != 0) {
                held.add(job);
            }
            events.add(job.submission(isHeld ? JobState.HELD : JobState.PENDING));
        }
    }

    /** True for a user whose jobs are sometimes held for review. */
    private static boolean isDoubtful(ClusterUser user) {
        return user.user().equals("mallory");
    }

    private void loseANode(List<DemoEvent<?>> events) {
        ClusterNode node = nodes.get(LOST_NODE);
        if (node.isUp() && isAfter(LOST) && !isAfter(BACK)) {
            for (ClusterJob job : node.running()) {
                List.copyOf(job.nodes).forEach(each -> each.remove(job, now));
                running.remove(job);
                waiting.add(job);
                job.priority = priorities.of(job, now);
                events.add(job.requeue(now));
            }
            node.goDown();
        } else if (!node.isUp() && isAfter(BACK)) {
            node.comeBack(now);
        }
    }

    private void speak(List<DemoEvent<?>> events) {
        ClusterNode first = nodes.get(0);
        for (ClusterNode node : nodes) {
            if (node.isUp() && !node.nextSnapshot().isAfter(now)) {
                boolean isAtWork = node == first && Hour.of(now).isWork();
                node.login = isAtWork ? ClusterUser.ALL.get(random.nextInt(ClusterUser.ALL.size())) : null;
                events.addAll(node.snapshot());
            }
        }
    }

    private void release(List<DemoEvent<?>> events) {
        for (ClusterJob job : List.copyOf(held)) {
            if (!job.submitted.plus(HELD).isAfter(now)) {
                held.remove(job);
                waiting.add(job);
                job.priority = priorities.of(job, now);
                events.add(job.waits(now));
            }
        }
    }

    private void reprioritize(List<DemoEvent<?>> events) {
        boolean isTold = Duration.between(DemoPool.BEGIN, now).toSeconds() % REPRIORITIZED.toSeconds() == 0;
        for (ClusterJob job : waiting) {
            job.priority = priorities.of(job, now);
            if (isTold && job.submitted.isBefore(now.minus(CYCLE))) {
                events.add(job.waits(now));
            }
        }
    }

    /** Starts jobs by priority. Jobs may overtake one that does not fit, unless it has waited for longer than {@link #PATIENCE}. */
    private void schedule(List<DemoEvent<?>> events) {
        waiting.sort(
                Comparator.comparingDouble((ClusterJob job) -> -job.priority).thenComparing(job -> job.id));
        for (ClusterJob job : List.copyOf(waiting)) {
            List<ClusterNode> room = nodes.stream()
                    .filter(node -> node.hasRoom(job.shape().processors()))
                    .limit(job.shape().nodes())
                    .toList();
            if (room.size() == job.shape().nodes()) {
                job.nodes.addAll(room);
                room.forEach(node -> node.place(job, now));
                waiting.remove(job);
                running.add(job);
                events.add(job.start(now));
            } else if (job.submitted.plus(PATIENCE).isBefore(now)) {
                return;
            }
        }
    }
}
