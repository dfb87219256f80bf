package io.fairstream.cli.demo;

import io.fairstream.client.InputTopic;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.apache.avro.specific.SpecificRecord;

/** All events of the demo after the initial decisions, in order of time. The same seed gives the same records. */
final class DemoWorld implements Iterator<DemoEvent<?>> {
    private static final String NORA = "nora";
    private static final String OSCAR = "oscar";
    private static final double NO_CEILING = -1;

    /** Settings of the cluster's scheduler: Slurm's Fair Tree of processor time, and its multi-factor priority. */
    public static final Map<String, String> SCHEDULER = Map.of(
            "usage.weights",
            "cpu=1",
            "fairshare.policy",
            "fair-tree",
            "job.priority.style",
            "slurm",
            "job.priority.weights",
            "age=" + ClusterPriority.AGE + ",fairshare=" + ClusterPriority.FAIR_SHARE);

    private final PriorityQueue<Source> sources = new PriorityQueue<>(
            Comparator.comparing((Source source) -> source.next.at()).thenComparing(source -> source.number));

    /** A source of events, with its next event. */
    private static final class Source {
        final int number;
        final Iterator<DemoEvent<?>> events;
        DemoEvent<?> next;

        Source(int number, Iterator<DemoEvent<?>> events) {
            this.number = number;
            this.events = events;
            next = events.next();
        }
    }

    /**
     * Starts the world at {@link DemoPool#BEGIN}.
     *
     * @param length simulated time
     */
    public DemoWorld(long seed, Duration length) {
        List<Iterator<DemoEvent<?>>> all = List.of(
                later(length),
                new LateEvents(new DemoPool(seed, length)),
                new DemoCluster(seed, length),
                new DemoVolunteers(seed, length));
        for (Iterator<DemoEvent<?>> events : all) {
            if (events.hasNext()) {
                sources.add(new Source(sources.size(), events));
            }
        }
    }

    /** Decisions before the first event. */
    public static List<DemoEvent<?>> decisions() {
        List<DemoEvent<?>> decisions = new ArrayList<>(priorityFactors());
        decisions.addAll(ClusterUser.decisions());
        decisions.addAll(DemoVolunteers.decisions());
        return List.copyOf(decisions);
    }

    @Override
    public boolean hasNext() {
        return !sources.isEmpty();
    }

    @Override
    public DemoEvent<?> next() {
        Source source = sources.poll();
        if (source == null) {
            throw new NoSuchElementException("the demo is over");
        }
        DemoEvent<?> event = source.next;
        if (source.events.hasNext()) {
            source.next = source.events.next();
            sources.add(source);
        }
        return event;
    }

    /** Decisions before the first event: users with a priority factor of their own. */
    private static List<DemoEvent<?>> priorityFactors() {
        return Habit.ALL.stream()
                .filter(Habit::isFactorDecided)
                .<DemoEvent<?>>map(habit -> edit(
                        habit.user(),
                        Duration.ZERO,
                        NORA,
                        new SetFactor(habit.factor(), null),
                        "few but very large jobs"))
                .toList();
    }

    /** Later decisions of the administrators nora and oscar, and invalid records, which are rejected, up to this length of the demo. */
    private static Iterator<DemoEvent<?>> later(Duration length) {
        return List.<DemoEvent<?>>of(
                        edit(
                                "olivia",
                                day(3, 9),
                                NORA,
                                new SetFloor(24.0, at(day(7, 9))),
                                "her paper is due on Monday"),
                        edit("mallory", day(2, 11), OSCAR, new SetCeiling(40.0, null), "350 jobs at once each morning"),
                        badWeight(day(2, 15)),
                        badJob(day(3, 10)),
                        badSnapshot(day(4, 8)),
                        edit("mallory", day(6, 8), OSCAR, new SetFactor(0.0, null), "as agreed"),
                        edit("mallory", day(6, 9), OSCAR, new SetFactor(3000.0, null), "as agreed; 0 was a slip"),
                        edit("heidi", day(8, 9), NORA, new SetFactor(500.0, at(day(11, 18))), "a thesis to finish"),
                        edit(
                                "mallory",
                                day(10, 9),
                                NORA,
                                new SetCeiling(NO_CEILING, null),
                                "the mornings are quiet now"),
                        edit("dave", day(11, 14), OSCAR, new SetFactor(1500.0, null), "weekends belong to all"))
                .stream()
                .sorted(Comparator.comparing(DemoEvent::at))
                .filter(event -> event.at().isBefore(at(length)))
                .iterator();
    }

    /** @param day counted from 0 */
    private static Duration day(int day, int hour) {
        return Duration.ofDays(day).plusHours(hour);
    }

    private static Instant at(Duration since) {
        return DemoPool.BEGIN.plus(since);
    }

    private static DemoEvent<?> edit(String customer, Duration since, String by, SpecificRecord edit, String why) {
        return DemoEvent.of(InputTopic.ACCOUNT_EDITS, new AccountEdit(customer, at(since), by, edit, why));
    }

    /** A match with a negative weight, from a faulty script. */
    private static DemoEvent<?> badWeight(Duration since) {
        Matched matched = new Matched("carol", -1.0, "m-by-hand");
        return DemoEvent.of(InputTopic.MATCHES, new MatchEvent("slot1@test01", "demo", at(since), matched));
    }

    /** A job without a user. */
    private static DemoEvent<?> badJob(Duration since) {
        return DemoEvent.of(
                InputTopic.JOB_EVENTS,
                JobEvent.newBuilder()
                        .setCluster(ClusterJob.CLUSTER)
                        .setJobId(1)
                        .setSubmitted(at(since))
                        .setAt(at(since))
                        .setState(JobState.PENDING)
                        .setProcessors(1)
                        .build());
    }

    /** An hour of a node's usage whose parts do not add up to the time of its processors. */
    private static DemoEvent<?> badSnapshot(Duration since) {
        return DemoEvent.of(
                InputTopic.SESSION_DELTAS,
                SessionDelta.newBuilder()
                        .setCluster(ClusterJob.CLUSTER)
                        .setNode("n07")
                        .setIncarnation("n07/by-hand")
                        .setSequence(0)
                        .setParts(1)
                        .setSession(-1)
                        .setKind(SessionKind.IDLE)
                        .setFrom(at(since.minusHours(1)))
                        .setTo(at(since))
                        .setUserCpuMicros(1)
                        .setNodeProcessors(ClusterNode.PROCESSORS)
                        .build());
    }
}
