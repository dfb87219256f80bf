package io.fairstream.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.InputTopic;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SessionDelta;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class DemoWorldTest {
    private static final Duration FORTNIGHT = Duration.ofDays(14);
    private static final List<DemoEvent<?>> EVENTS = play(1, FORTNIGHT);

    private static List<DemoEvent<?>> play(long seed, Duration length) {
        List<DemoEvent<?>> events = new ArrayList<>();
        new DemoWorld(seed, length).forEachRemaining(events::add);
        return events;
    }

    private static <V extends SpecificRecord> List<V> of(InputTopic<V> input) {
        return EVENTS.stream()
                .filter(event -> event.input().equals(input))
                .map(event -> input.topic().value().cast(event.value()))
                .toList();
    }

    private static Instant at(Duration since) {
        return DemoPool.BEGIN.plus(since);
    }

    @Test
    void theSameSeedGivesTheSameRecordsAndAnotherOneDoesNot() {
        assertEquals(lines(EVENTS), lines(play(1, FORTNIGHT)));
        assertNotEquals(lines(play(1, Duration.ofDays(1))), lines(play(2, Duration.ofDays(1))));
    }

    private static List<String> lines(List<DemoEvent<?>> events) {
        return Stream.concat(DemoWorld.decisions().stream(), events.stream())
                .map(event -> event.input().topic().name() + " " + event.key() + " " + PlainJson.write(event.value()))
                .toList();
    }

    @Test
    void eventsComeInTheOrderOfTimeAndOnlyAFewMatchesLate() {
        Instant last = DemoPool.BEGIN;
        int late = 0;
        for (DemoEvent<?> event : EVENTS) {
            assertFalse(event.at().isBefore(last), event::toString);
            last = event.at();
            late += happened(event).isBefore(event.at()) ? 1 : 0;
        }
        assertTrue(last.isBefore(at(FORTNIGHT)));
        assertTrue(late >= 3 && late <= 20, late + " late");
    }

    private static <V extends SpecificRecord> Instant happened(DemoEvent<V> event) {
        return event.input().at().apply(event.value());
    }

    @Test
    void allSystemsAreAtWorkAndTheCastIsTheSame() {
        Map<String, Integer> counts = new TreeMap<>();
        EVENTS.forEach(event -> counts.merge(event.input().topic().name(), 1, Integer::sum));
        assertEquals(
                Set.of("account-edits", "host-reports", "job-events", "matches", "session-deltas"), counts.keySet());
        Set<String> pool = Habit.ALL.stream().map(Habit::user).collect(Collectors.toSet());
        Set<String> cluster = ClusterUser.ALL.stream().map(ClusterUser::user).collect(Collectors.toSet());
        Set<String> volunteers =
                DemoVolunteers.HOSTS.stream().map(VolunteerHost.Kind::user).collect(Collectors.toSet());
        assertEquals(8, volunteers.size());
        for (String user : List.of("alice", "bob", "olivia")) {
            assertTrue(pool.contains(user) && cluster.contains(user) && volunteers.contains(user), user);
        }
        assertTrue(pool.containsAll(List.of("nice-user.frank", "grace@partner.example")));
        assertTrue(cluster.containsAll(List.of("frank", "grace")));
    }

    @Test
    void ofEveryKindOfJobThereAreSome() {
        Map<String, Integer> ends = new TreeMap<>();
        Set<String> held = new HashSet<>();
        Map<Long, JobState> states = new HashMap<>();
        int requeued = 0;
        for (JobEvent event : of(InputTopic.JOB_EVENTS)) {
            JobState before = states.put(event.getJobId(), event.getState());
            requeued += before == JobState.RUNNING && event.getState() == JobState.PENDING ? 1 : 0;
            if (event.getState() == JobState.COMPLETE) {
                assertEquals(JobState.RUNNING, before, event::toString);
                ends.merge(String.valueOf(event.getOutcome()), 1, Integer::sum);
            }
            if (event.getState() == JobState.HELD) {
                held.add(event.getUser());
            }
        }
        assertEquals(Set.of("COMPLETED", "FAILED", "TIMEOUT"), ends.keySet());
        assertTrue(ends.getOrDefault("COMPLETED", 0) > 5 * ends.getOrDefault("FAILED", 0), ends::toString);
        assertTrue(requeued > 0, "on the node that was lost");
        assertEquals(Set.of("mallory"), held);
        assertTrue(states.containsValue(JobState.PENDING) && states.containsValue(JobState.HELD));
        assertTrue(states.containsValue(JobState.RUNNING));
    }

    @Test
    void eachSnapshotHasAllThatItsProcessorsDidAndOneNodeIsSilentForSomeHours() {
        Map<String, List<SessionDelta>> snapshots = new HashMap<>();
        Map<String, TreeSet<Instant>> ends = new TreeMap<>();
        for (SessionDelta delta : of(InputTopic.SESSION_DELTAS)) {
            if (delta.getParts() > 1) {
                String snapshot = delta.getIncarnation() + " " + delta.getSequence();
                snapshots.computeIfAbsent(snapshot, key -> new ArrayList<>()).add(delta);
                ends.computeIfAbsent(delta.getNode(), key -> new TreeSet<>()).add(delta.getTo());
            }
        }
        snapshots.forEach((name, parts) -> {
            SessionDelta first = parts.get(0);
            assertEquals(first.getParts(), parts.size(), name);
            long used = parts.stream()
                    .mapToLong(part -> part.getUserCpuMicros() + part.getSystemCpuMicros())
                    .sum();
            long millis = Duration.between(first.getFrom(), first.getTo()).toMillis();
            assertEquals(millis * 1000 * first.getNodeProcessors(), used, name);
            assertTrue(parts.stream().allMatch(part -> part.getUserCpuMicros() >= 0), name);
        });
        assertEquals(DemoCluster.NODES, ends.size());
        Map<String, Long> gaps = new TreeMap<>();
        ends.forEach((node, times) -> times.forEach(to -> {
            Instant next = times.higher(to);
            if (next != null && Duration.between(to, next).compareTo(ClusterNode.INTERVAL) > 0) {
                gaps.put(node, Duration.between(to, next).toHours());
            }
        }));
        assertEquals(Map.of("n07", 11L), gaps);
    }

    @Test
    void oneHostComesNoMoreAndTheOthersReportOnceOrTwiceADay() {
        Map<String, List<HostReport>> reports =
                of(InputTopic.HOST_REPORTS).stream().collect(Collectors.groupingBy(HostReport::getHost));
        assertEquals(DemoVolunteers.HOSTS.size(), reports.size());
        reports.forEach((host, some) -> {
            Instant last = some.get(some.size() - 1).getAt();
            boolean isGone = last.isBefore(at(Duration.ofDays(12)));
            assertEquals(host.equals("olivia-laptop"), isGone, host);
            assertTrue(isGone || (some.size() >= 11 && some.size() <= 36), host + ": " + some.size());
        });
    }

    @Test
    void aMatchIsToldOnceWhetherLateOrNot() {
        List<MatchEvent> matches = of(InputTopic.MATCHES);
        assertEquals(new HashSet<>(matches).size(), matches.size());
    }
}
