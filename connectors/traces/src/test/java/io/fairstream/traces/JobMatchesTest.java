package io.fairstream.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobMatchesTest {
    /** Events of job 7 of alice, second and state, RUNNING with its processors; the changes of its match. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 PENDING, 5 RUNNING:4, 9 COMPLETE                   | 5 +4.0 7#5, 9 -7#5 | a run
        5 RUNNING:4, 5 RUNNING:4, 9 COMPLETE, 9 COMPLETE     | 5 +4.0 7#5, 9 -7#5 | what is told twice
        5 RUNNING:4, 7 RUNNING:2, 9 COMPLETE                 | 5 +4.0 7#5, 7 -7#5, 7 +2.0 7#7, 9 -7#7 | shrinks
        5 RUNNING:4, 7 SUSPENDED, 8 RUNNING:4, 9 COMPLETE    | 5 +4.0 7#5, 7 suspended, 8 resumed, 9 -7#5 | keeps its slot while suspended
        5 RUNNING:4, 7 PENDING, 8 RUNNING:4, 9 COMPLETE      | 5 +4.0 7#5, 7 -7#5, 8 +4.0 7#8, 9 -7#8 | requeued
        0 PENDING, 9 COMPLETE                                | | never ran
        3 SUSPENDED, 5 RUNNING:4                             | 5 +4.0 7#5 | still runs
        """)
    void aRunIsAMatch(String events, String changes, String why) {
        List<JobEvent> jobs = new ArrayList<>();
        for (String event : events.split(", ", -1)) {
            jobs.add(event(event));
        }
        List<MatchEvent> matches = JobMatches.of(jobs);
        List<String> told = matches.stream().map(JobMatchesTest::brief).toList();
        assertEquals(changes == null ? "" : changes, String.join(", ", told), why);
        for (MatchEvent match : matches) {
            assertEquals("job7@tux", match.getResource());
            assertEquals("tux", match.getPool());
        }
    }

    private static JobEvent event(String text) {
        String[] parts = text.strip().split("[ :]", -1);
        return JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(7)
                .setUser("alice")
                .setAt(Instant.ofEpochSecond(Long.parseLong(parts[0])))
                .setState(JobState.valueOf(parts[1]))
                .setProcessors(parts.length > 2 ? Integer.valueOf(parts[2]) : null)
                .build();
    }

    private static String brief(MatchEvent event) {
        String at = event.getAt().getEpochSecond() + " ";
        Object change = event.getChange();
        if (change instanceof Matched matched) {
            assertEquals("alice", matched.getCustomer());
            return at + "+" + matched.getSlotWeight() + " " + id(matched.getMatchId());
        }
        if (change instanceof Observed observed) {
            return at + (observed.getSuspended() ? "suspended" : "resumed");
        }
        return at + "-" + id(((Unmatched) change).getMatchId());
    }

    private static String id(String matchId) {
        String[] parts = matchId.split("#", -1);
        return parts[0] + "#" + Instant.parse(parts[1]).getEpochSecond();
    }
}
