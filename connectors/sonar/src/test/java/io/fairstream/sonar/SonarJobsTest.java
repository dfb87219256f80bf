package io.fairstream.sonar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The payloads are synthetic; fields are those of sonar 0.18. */
class SonarJobsTest {
    private static final String RUN = "'job_id':7,'user_name':'alice','nodes':['n1'],'requested_cpus':4,"
            + "'submit_time':'2026-03-02T09:00:00+02:00','start_time':'2026-03-02T09:01:00+02:00'";

    private final List<String> problems = new ArrayList<>();

    @Test
    void tellsWhoseAndWhatTheJobIs() throws IOException {
        Recorded<JobEvent> jobs =
                read(payload("{" + RUN + ",'job_name':'lattice','job_state':'RUNNING','account':'physics',"
                        + "'time_limit':86402,'partition':'batch','nodes':['n[1-2]','m3'],'priority':1002,"
                        + "'allocated_resources':'billing=9,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=16G,node=3'}"));
        JobEvent expected = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(7)
                .setSubmitted(Instant.parse("2026-03-02T07:00:00Z"))
                .setAt(Instant.parse("2026-03-02T07:01:00Z"))
                .setState(JobState.RUNNING)
                .setUser("alice")
                .setBank("root/physics")
                .setPartition("batch")
                .setName("lattice")
                .setProcessors(8)
                .setNodes(3)
                .setNodeList("n[1-2],m3")
                .setGpus(2)
                .setMemoryMiB(16384L)
                .setPriority(1000.0)
                .setTimeLimitMinutes(1440L)
                .setTres("billing=9,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=16G,node=3")
                .build();
        assertEquals(List.of(expected), jobs.events());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        0 | - | not set
        1 | - | without limit
        2 | 0 | told plus 2
        62 | 1 | a minute
        63 | 2 | begun minutes are whole
        """)
    void aTimeLimitIsToldInSecondsPlusTwo(long told, Long minutes, String why) throws IOException {
        Recorded<JobEvent> jobs = read(payload("{" + RUN + ",'job_state':'RUNNING','time_limit':" + told + "}"));
        assertEquals(minutes, jobs.events().get(0).getTimeLimitMinutes(), why);
    }

    /** Fields of an entry in addition to the run that begins at 7:01. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        'job_state':'COMPLETED','end_time':'2026-03-02T07:11:00Z'                    | RUNNING 07:01, COMPLETE 07:11 COMPLETED 0 | END
        'job_state':'FAILED','exit_code':3,'end_time':'2026-03-02T07:11:00Z'         | RUNNING 07:01, COMPLETE 07:11 FAILED 3    | END
        'job_state':'COMPLETED','suspend_time':120,'end_time':'2026-03-02T07:11:00Z' | RUNNING 07:01, SUSPENDED 07:09, COMPLETE 07:11 COMPLETED 0 | END
        'job_state':'RUNNING','suspend_time':120                                     | RUNNING 07:01 | RUNNING
        'job_state':'RUNNING','end_time':'2026-03-02T07:11:00Z'                      | RUNNING 07:01 | RUNNING
        'job_state':'REQUEUED','end_time':'2026-03-02T07:11:00Z'                     | RUNNING 07:01, PENDING 07:11 | REQUEUE
        'job_state':'SPECIAL_EXIT','end_time':'2026-03-02T07:11:00Z'                 | RUNNING 07:01, HELD 07:11 | REQUEUE
        'job_state':'CANCELLED by 17','nodes':[],'end_time':'2026-03-02T07:11:00Z'   | COMPLETE 07:11 CANCELLED 0 | NEVER_RAN
        'job_state':'PENDING'                                                        | | NO_WAITING_USER
        'job_state':'COMPLETED','job_step':'batch'                                   | | STEP
        'job_state':'COMPLETED','user_name':''                                       | | NO_USER
        """)
    void anEntryBecomesWhatHappened(String more, String told, Outcome outcome) throws IOException {
        Recorded<JobEvent> jobs = read(payload("{" + RUN + "," + more + "}"));
        String events = String.join(
                ", ", jobs.events().stream().map(SonarJobsTest::brief).toList());
        assertEquals(told == null ? "" : told, events);
        assertEquals(Map.of(outcome, 1L), jobs.outcomes().counts());
    }

    @Test
    void theResourcesAllocatedAreThoseOfSacctWhereSonarIsOlder() throws IOException {
        Recorded<JobEvent> jobs = read(payload(
                "{" + RUN + ",'job_state':'RUNNING','sacct':{'AllocTRES':'billing=9,cpu=48,mem=384G,node=1'}}"));
        JobEvent run = jobs.events().get(0);
        assertEquals(48, run.getProcessors());
        assertEquals(384L * 1024, run.getMemoryMiB());
        assertEquals("billing=9,cpu=48,mem=384G,node=1", run.getTres());
        assertEquals(Map.of(), jobs.outcomes().notes());
    }

    /** Further fields of the run that begins at 7:01. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        'job_state':'RUNNING','end_time':'2026-03-02T07:11:00Z'             | [NOT_OVER, SIZE_REQUESTED]
        'job_state':'SUSPENDED','suspend_time':60                           | [SUSPENSION_OPEN, SIZE_REQUESTED]
        'job_state':'COMPLETED','suspend_time':60,'end_time':'2026-03-02T07:11:00Z','allocated_resources':'cpu=4' | []
        'job_state':'RUNNING','submit_time':'2026-03-02T07:02:00Z','allocated_resources':'cpu=4' | [SUBMIT_LATE]
        """)
    void countsWhatIsLeftOpenOrGuessed(String more, String notes) throws IOException {
        Recorded<JobEvent> jobs = read(payload("{" + RUN + "," + more + "}"));
        assertEquals(notes, jobs.outcomes().notes().keySet().toString());
    }

    private static String brief(JobEvent event) {
        String when = event.getState() + " " + event.getAt().toString().substring(11, 16);
        return event.getOutcome() == null ? when : when + " " + event.getOutcome() + " " + event.getExitCode();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'job_id':0,'job_state':'RUNNING','user_name':'a'}        | job_id: 0 (expected: above 0)
        {'job_id':1,'user_name':'a'}                              | job_state: missing
        {'job_id':1,'job_state':'FROBNICATED','user_name':'a'}    | job_state: 'FROBNICATED' (expected: a Slurm state, such as RUNNING or CANCELLED by 17)
        {'job_id':1,'job_state':'RUNNING','user_name':'a'}        | start_time: missing, RUNNING
        {'job_id':1,'job_state':'FAILED','user_name':'a','end_time':'soon'} | end_time: 'soon' (expected: a time like 2026-03-02T08:00:00+01:00)
        {'job_id':1,'job_state':'FAILED','user_name':'a','requested_cpus':1,'nodes':['n'],'start_time':'2026-03-02T08:00:00Z','end_time':'2026-03-02T07:00:00Z'} | end_time: 2026-03-02T07:00:00Z (expected: not before start_time, 2026-03-02T08:00:00Z)
        {'job_id':1,'job_state':'FAILED','user_name':'a','requested_cpus':1,'nodes':['n'],'suspend_time':61,'start_time':'2026-03-02T08:00:00Z','end_time':'2026-03-02T08:01:00Z'} | suspend_time: 61 (expected: at most the run, PT1M)
        """)
    void tellsWhatItCannotReadAndGoesOn(String entry, String problem) throws IOException {
        Recorded<JobEvent> jobs = read(payload(entry + ",{" + RUN + ",'job_state':'RUNNING'}"));
        assertEquals(List.of("t.json:1: " + problem.replace('\'', '"')), problems);
        assertEquals(
                Map.of(Outcome.MALFORMED, 1L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
        assertEquals(1, jobs.events().size());
    }

    @Test
    void countsPayloadsThatAreNone() throws IOException {
        Recorded<JobEvent> jobs = read("{'errors':[{'detail':'no sacct'}]}\n{'data':{'type':'sysinfo'}}\n{'what':1}\n"
                + payload("{" + RUN + ",'job_state':'RUNNING'}") + "\n{'data':{");
        assertEquals(
                Map.of(Outcome.FAILED_PROBE, 1L, Outcome.OTHER_KIND, 1L, Outcome.MALFORMED, 2L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
        assertEquals(2, problems.size());
        assertEquals("t.json:3: no data (expected: a sonar payload)", problems.get(0));
        assertEquals("t.json:5: not JSON from here on", problems.get(1).substring(0, 31));
    }

    private static String payload(String entries) {
        return "{'meta':{'producer':'sonar'},'data':{'type':'job','attributes':{'time':'2026-03-02T08:00:00Z',"
                + "'cluster':'tux','slurm_jobs':[" + entries + "]}}}";
    }

    private Recorded<JobEvent> read(String text) throws IOException {
        return SonarJobs.read(
                "t.json", new StringReader(text.replace('\'', '"')), problem -> problems.add(problem.toString()));
    }
}
