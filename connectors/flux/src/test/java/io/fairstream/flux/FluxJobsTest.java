package io.fairstream.flux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listings are synthetic; fields are those of flux-core. */
class FluxJobsTest {
    private static final String JOB = "'id':17,'userid':1001,'t_submit':1000.0";
    private static final String RAN = JOB + ",'ncores':4,'nnodes':2,'t_run':1010.0";

    private final Sample sample = new Sample();

    @BeforeAll
    static void allowCopies() {}

    @Test
    void tellsWhoseAndWhatTheJobIs() throws IOException {
        Recorded<JobEvent> jobs = FluxJobs.read("jobs.json", Sample.resource("jobs.json"), "tux", problem -> {
            throw new AssertionError(problem);
        });
        JobEvent about = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(13671518437376L)
                .setSubmitted(Instant.parse("2026-03-02T08:00:00.268Z"))
                .setAt(Instant.parse("2026-03-02T08:01:00.291Z"))
                .setState(JobState.RUNNING)
                .setUser("alice")
                .setUserId(1001L)
                .setGroups(List.of("physics"))
                .setBank("root/physics")
                .setPartition("batch")
                .setName("lattice")
                .setProcessors(16)
                .setNodes(2)
                .setNodeList("tux[3-4]")
                .setGpus(2)
                .setPriority(50000.0)
                .setUrgency(16)
                .setTimeLimitMinutes(120L)
                .setExpectedEnd(Instant.parse("2026-03-02T10:01:00Z"))
                .build();
        List<JobEvent> events = jobs.events();
        assertEquals(about, events.get(1));
        assertEquals(
                JobEvent.newBuilder(about)
                        .setAt(Instant.parse("2026-03-02T09:01:00.503Z"))
                        .setState(JobState.COMPLETE)
                        .setOutcome("COMPLETED")
                        .setExitCode(0)
                        .setExpectedEnd(null)
                        .build(),
                events.get(3));
        assertEquals("bio/proteins", events.get(2).getBank(), "a path stays");
        assertEquals(JobState.HELD, events.get(2).getState(), "urgency 0");
        assertEquals(0, events.get(2).getUrgency());
        assertEquals(
                Map.of(Outcome.ENDED, 1L, Outcome.WAITING, 1L), jobs.outcomes().counts());
        assertTrue(jobs.outcomes().notes().isEmpty());
    }

    @Test
    void linesOfOneJobEachAreReadAsTheyComeFromTheModule() throws IOException {
        Recorded<JobEvent> jobs = FluxJobs.read("list.jsonl", Sample.resource("list.jsonl"), "tux", problem -> {
            throw new AssertionError(problem);
        });
        assertEquals(
                List.of(
                        "1772438439.5 PENDING 1n 1c",
                        "1772438439.75 RUNNING 1n 1c tux0",
                        "1772438440 PENDING 1c",
                        "1772438441 PENDING 1n 2c",
                        "1772438442 RUNNING 1n 2c tux1",
                        "1772438446.25 COMPLETE 1n 1c tux0 TIMEOUT exit 143",
                        "1772438450 COMPLETE 1c CANCELLED"),
                Sample.brief(jobs.events()));
        assertEquals("1001", jobs.events().get(0).getUser(), "a number where no name is told");
        assertEquals(
                Map.of(Outcome.ENDED, 1L, Outcome.NEVER_RAN, 1L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
        assertEquals(
                Map.of(OpenPoint.CORES_UNKNOWN, 1L), jobs.outcomes().notes(), "of the last one there are only tasks");
    }

    /** Events of a job submitted at 1000, in addition to the submission. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
        'ncores':4,'nnodes':2,'t_run':1010.0,'state':16                      | 1000 PENDING 2n 4c, 1010 RUNNING 2n 4c         | RUNNING   | -
        'ncores':4,'nnodes':2,'t_run':1010.0,'t_cleanup':1020.0,'state':'CLEANUP' | 1000 PENDING 2n 4c, 1010 RUNNING 2n 4c    | RUNNING   | -
        'ntasks':3,'state':2                                                 | 1000 PENDING 3c                                | WAITING   | CORES_UNKNOWN
        'ncores':4,'urgency':0,'state':'PRIORITY'                            | 1000 HELD 4c                                   | WAITING   | -
        'ncores':4,'urgency':0,'t_run':1010.0,'state':16                     | 1000 PENDING 4c, 1010 RUNNING 4c               | RUNNING   | -
        'state':8                                                            | -                                              | WAITING   | WAIT_UNTOLD
        'ncores':4,'t_run':1010.0,'t_inactive':1020.0,'state':32             | 1000 PENDING 4c, 1010 RUNNING 4c, 1020 COMPLETE 4c | ENDED | STATE_BY_TIMES
        'ncores':4,'t_run':0.0,'t_inactive':1020.0,'state':32                | 1000 PENDING 4c, 1020 COMPLETE 4c              | NEVER_RAN | STATE_BY_TIMES
        'ncores':4,'t_run':1010.0,'state':8                                  | 1000 PENDING 4c, 1010 RUNNING 4c               | RUNNING   | STATE_BY_TIMES
        'ncores':4,'t_run':1010.0,'t_cleanup':1015.0,'state':16              | 1000 PENDING 4c, 1010 RUNNING 4c               | RUNNING   | -
        'ncores':4,'t_inactive':1020.0,'state':64,'result':4,'returncode':-128 | 1000 PENDING 4c, 1020 COMPLETE 4c CANCELLED  | NEVER_RAN | -
        'ncores':4,'t_run':1010.0,'t_inactive':1020.0,'state':64,'result':2,'waitstatus':256 | 1000 PENDING 4c, 1010 RUNNING 4c, 1020 COMPLETE 4c FAILED exit 1 | ENDED | -
        'ncores':4,'t_run':1010.0,'t_inactive':1020.0,'state':64,'result':'FAILED','returncode':-9 | 1000 PENDING 4c, 1010 RUNNING 4c, 1020 COMPLETE 4c FAILED signal 9 | ENDED | -
        'ncores':4,'t_run':1010.0,'t_inactive':1020.0,'state':64,'result':'TIMEOUT','waitstatus':15 | 1000 PENDING 4c, 1010 RUNNING 4c, 1020 COMPLETE 4c TIMEOUT signal 15 | ENDED | -
        't_run':1010.0,'state':16                                            | 1010 RUNNING                                   | RUNNING   | SIZE_UNKNOWN WAIT_UNTOLD
        't_run':1010.0,'state':16,'annotations':{'sched':{'resource_summary':'rank[1-2]/core[0-3],gpu0'}} | 1000 PENDING 2n 8c 2g, 1010 RUNNING 2n 8c 2g | RUNNING | -
        't_run':1010.0,'state':16,'R':{'version':1,'execution':{'R_lite':[{'rank':'7','children':{'core':'0-3','gpu':'0'}}],'nodelist':['n7']}} | 1000 PENDING 1n 4c 1g, 1010 RUNNING 1n 4c 1g n7 | RUNNING | -
        """)
    void aJobBecomesWhatHappened(String more, String told, Outcome outcome, String notes) throws IOException {
        Recorded<JobEvent> jobs = sample.jobs("{'jobs':[{" + JOB + "," + more + "}]}");
        assertEquals(List.of(), sample.problems());
        assertEquals(told == null ? "" : told, String.join(", ", Sample.brief(jobs.events())));
        assertEquals(Map.of(outcome, 1L), jobs.outcomes().counts());
        assertEquals(
                notes == null ? "" : notes,
                String.join(
                        " ",
                        jobs.outcomes().notes().keySet().stream()
                                .map(Object::toString)
                                .sorted()
                                .toList()));
    }

    @Test
    void anEstimateOfTheStartIsTakenFromTheScheduler() throws IOException {
        Recorded<JobEvent> jobs =
                sample.jobs("{" + JOB + ",'ncores':1,'state':8,'annotations':{'sched':{'t_estimate':1500.25}}}");
        assertEquals(Instant.ofEpochMilli(1_500_250), jobs.events().get(0).getExpectedStart());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'userid':1,'state':8}                                 | MALFORMED | id: missing
        {'id':true,'userid':1,'state':8}                       | MALFORMED | id: true (expected: a job id such as 6731191091817518, ƒuZZybuNNy, 0x17e9fb8df16c2e or 0017.e9fb.8df1.6c2e)
        {'id':0,'userid':1,'state':8}                          | NO_NUMBER | id: 0 (expected: 1 to 9223372036854775807)
        {'id':18446744073709551615,'userid':1,'state':8}       | NO_NUMBER | id: 18446744073709551615 (expected: 1 to 9223372036854775807)
        {'id':1,'state':8}                                     | NO_USER   | job 1: userid, username: missing
        {'id':1,'userid':1}                                    | MALFORMED | job 1: state: missing
        {'id':1,'userid':1,'state':3}                          | MALFORMED | job 1: state: 3 (expected: NEW, DEPEND, PRIORITY, SCHED, RUN, CLEANUP, INACTIVE, or 1, 2, 4 to 64)
        {'id':1,'userid':1,'state':'RUN'}                      | MALFORMED | job 1: t_run: missing
        {'id':1,'userid':1,'state':64}                         | MALFORMED | job 1: t_inactive: missing
        {'id':1,'userid':1,'state':64,'t_submit':9,'t_inactive':8} | MALFORMED | job 1: t_inactive: 1970-01-01T00:00:08Z (expected: not before t_submit, 1970-01-01T00:00:09Z)
        {'id':1,'userid':1,'state':16,'t_submit':9,'t_run':8}  | MALFORMED | job 1: t_run: 1970-01-01T00:00:08Z (expected: not before t_submit, 1970-01-01T00:00:09Z)
        {'id':1,'userid':1,'state':16,'t_run':'now'}           | MALFORMED | job 1: t_run: 'now' (expected: seconds, 0 to 253402300799)
        {'id':1,'userid':1,'state':16,'t_run':1e400}           | MALFORMED | job 1: t_run: 1E+400 (expected: seconds, 0 to 253402300799)
        {'id':1,'userid':1,'state':16,'t_run':1e-999999999}    | MALFORMED | job 1: t_run: 1E-999999999 (expected: seconds, 0 to 253402300799)
        {'id':1,'userid':1,'state':8,'nnodes':-1}              | MALFORMED | job 1: nnodes: -1 (expected: a whole number, 0 to 2147483647)
        {'id':1,'userid':1,'state':8,'name':7}                 | MALFORMED | job 1: name: 7 (expected: a text)
        {'id':1,'userid':1,'state':64,'t_inactive':8,'result':3} | MALFORMED | job 1: result: 3 (expected: COMPLETED, FAILED, CANCELED, TIMEOUT, or 1, 2, 4, 8)
        {'id':1,'userid':1,'state':8,'R':'{'}                  | MALFORMED | job 1: no JSON: Unexpected end-of-input: expected close marker for Object
        7                                                      | MALFORMED | not a job (expected: a job, or an object with jobs)
        """)
    void tellsWhatItCannotReadAndGoesOn(String job, Outcome outcome, String problem) throws IOException {
        Recorded<JobEvent> jobs = sample.jobs(job + "\n{" + RAN + ",'state':16}\n");
        assertEquals(List.of("t.json:1: " + problem.replace('\'', '"')), sample.problems());
        assertEquals(Map.of(outcome, 1L, Outcome.RUNNING, 1L), jobs.outcomes().counts());
        assertEquals(2, jobs.events().size());
    }

    @Test
    void aLineThatIsNoJsonIsOneJobThatIsLeftOut() throws IOException {
        Recorded<JobEvent> jobs = sample.jobs("17,'userid':1}\n\n{" + RAN + ",'state':16}\n{'id':1\n");
        assertEquals(
                Map.of(Outcome.MALFORMED, 2L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
        assertEquals("t.json:1: no JSON", sample.problems().get(0).substring(0, 17));
        assertEquals("t.json:4: no JSON", sample.problems().get(1).substring(0, 17));
    }

    @Test
    void aListingThatIsCutOffIsReadUpToThere() throws IOException {
        Recorded<JobEvent> jobs = sample.jobs("{\n" + RAN + ",'state':16}\n{\n'id':1,\n");
        assertEquals(
                Map.of(Outcome.MALFORMED, 1L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
        assertEquals(1, sample.problems().size());
    }
}
