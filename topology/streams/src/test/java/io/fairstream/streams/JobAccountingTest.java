package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.job.JobRetention;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs through the whole topology, with complete outputs. */
class JobAccountingTest {
    private static final String ALICE =
            "\"user\":\"alice\",\"userId\":1001,\"groups\":[\"physics\"],\"bank\":\"root/physics\",\"partition\":\"batch\",\"processors\":4";

    private final StringBuilder story = new StringBuilder();
    private Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void aJobIsAccountedFromItsSubmissionToItsEnd() {
        tell("alice submits", () -> pipeline.job(0, "\"state\":\"PENDING\"," + ALICE));
        tell("its files are staged in", () -> pipeline.job(10, "\"state\":\"STAGE_IN\",\"timeLimitMinutes\":60"));
        tell("it runs", () -> pipeline.job(20, "\"state\":\"RUNNING\",\"nodeList\":\"n7\""));
        tell("delivered again", () -> pipeline.job(20, "\"state\":\"RUNNING\",\"nodeList\":\"n7\""));
        tell("it is suspended", () -> pipeline.job(60, "\"state\":\"SUSPENDED\""));
        tell("it runs again", () -> pipeline.job(120, "\"state\":\"RUNNING\""));
        tell("it ends", () -> pipeline.job(180, "\"state\":\"COMPLETE\",\"outcome\":\"COMPLETED\",\"exitCode\":0"));
        tell("late: it had resumed at 100 already", () -> pipeline.job(100, "\"state\":\"RUNNING\""));
        tell("impossible", () -> pipeline.job(200, "\"state\":\"RUNNING\""));
        expect("job");
    }

    @Test
    void aNumberIsUsedAgain() {
        String first = ",\"submitted\":\"" + Pipeline.at(0) + "\"";
        String second = ",\"submitted\":\"" + Pipeline.at(1000) + "\"";
        tell("the first job runs", () -> pipeline.job(10, "\"state\":\"RUNNING\"," + ALICE + first));
        tell(
                "its end is lost, the second job runs",
                () -> pipeline.job(1010, "\"state\":\"RUNNING\",\"user\":\"bob\"," + "\"processors\":1" + second));
        tell("the end of the first comes late", () -> pipeline.job(20, "\"state\":\"COMPLETE\"" + first));
        tell("the second ends", () -> pipeline.job(1020, "\"state\":\"COMPLETE\"" + second));
        expect("job-number-used-again");
    }

    @Test
    void aSubmissionThatSaysTooLittleIsRefused() {
        tell("no user id", () -> pipeline.job(0, "\"state\":\"PENDING\",\"user\":\"alice\",\"processors\":4"));
        tell("no key", () -> pipeline.send(Topics.JOB_EVENTS, null, null));
        expect("job-refused");
    }

    @Test
    void whenThereAreTooManyTheFloodGoesFirstAndTheAccountingStays() {
        pipeline.close();
        pipeline = new Pipeline(Pipeline.config(new JobRetention(Duration.ofDays(30), 20)));
        finished(1, 0, "alice", 100, "COMPLETED");
        for (int i = 0; i < 15; i++) {
            finished(100 + i, 200 + i, "bob", 1, "FAILED");
        }
        for (int i = 0; i < 10; i++) {
            finished(200 + i, 1000 + i, "carol", 100, "COMPLETED");
        }
        Set<String> left = table();
        assertEquals(20, left.size(), left::toString);
        assertTrue(left.contains("tux/1"), "the oldest, but not of the flood: " + left);
        assertEquals(26, pipeline.table(Topics.JOB_ACCOUNTING).size());
    }

    @Test
    void finishedJobsGoAfterTheirTime() {
        pipeline.close();
        pipeline = new Pipeline(Pipeline.config(new JobRetention(Duration.ofHours(1), 0)));
        finished(1, 0, "alice", 100, "COMPLETED");
        pipeline.job(2, 50, "\"state\":\"RUNNING\"," + ALICE);
        pipeline.sentAt(Pipeline.at(7200));
        finished(3, 7000, "alice", 100, "COMPLETED");
        finished(4, 7100, "alice", 1, "COMPLETED");
        assertEquals(Set.of("tux/2", "tux/3", "tux/4"), table());
        assertEquals(4, pipeline.table(Topics.JOB_ACCOUNTING).size());
    }

    @Test
    void aNumberWhoseLastJobIsGoneMayBeUsedAgainByAJobOfWhichOnlyTheEndIsSaid() {
        pipeline.close();
        pipeline = new Pipeline(Pipeline.config(new JobRetention(Duration.ofHours(1), 0)));
        finished(7, 0, "alice", 100, "COMPLETED");
        pipeline.sentAt(Pipeline.at(8200));
        finished(3, 7000, "alice", 100, "COMPLETED");
        finished(4, 7900, "alice", 1, "COMPLETED");
        pipeline.job(90, "\"state\":\"SUSPENDED\"");
        assertEquals(Set.of("tux/3", "tux/4"), table(), "what comes late does not bring it back");
        pipeline.job(8100, "\"state\":\"COMPLETE\",\"submitted\":\"" + Pipeline.at(8000) + "\"");
        assertEquals(Set.of("tux/7"), table());
    }

    @Test
    void jobsOfMoreProcessorsThanARowCanShowDoNotStopTheAccount() {
        int jobs = 22;
        int processors = 100_000_000;
        for (int job = 1; job <= jobs; job++) {
            pipeline.job(job, 0, "\"state\":\"RUNNING\",\"user\":\"alice\",\"processors\":" + processors);
        }
        assertEquals(
                Integer.MAX_VALUE, pipeline.row(Topics.USER_ACCOUNTING, "alice").getProcessorsAllocated());
        for (int job = 1; job <= jobs; job++) {
            pipeline.job(job, 1, "\"state\":\"COMPLETE\"");
        }
        UserAccounting alice = pipeline.row(Topics.USER_ACCOUNTING, "alice");
        assertEquals(0, alice.getProcessorsAllocated());
        assertEquals(1_000_000L * jobs * processors, alice.getCpuTimeAllocatedMicros());
    }

    private void finished(long jobId, long start, String user, long seconds, String outcome) {
        pipeline.job(jobId, start, "\"state\":\"RUNNING\",\"processors\":1,\"user\":\"" + user + "\"");
        pipeline.job(jobId, start + seconds, "\"state\":\"COMPLETE\",\"outcome\":\"" + outcome + "\"");
    }

    private Set<String> table() {
        Map<String, Job> rows = new TreeMap<>();
        List<TestRecord<String, Job>> records = pipeline.records(Topics.JOBS);
        for (TestRecord<String, Job> row : records) {
            if (row.value() == null) {
                rows.remove(row.key());
            } else {
                rows.put(row.key(), row.value());
            }
        }
        return new TreeSet<>(rows.keySet());
    }

    private void tell(String what, Runnable event) {
        event.run();
        story.append("# ").append(what).append('\n');
        pipeline.everything().forEach(line -> story.append(line).append('\n'));
    }

    private void expect(String name) {
        Golden.assertSame("stories/" + name + ".txt", story.toString());
    }
}
