package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jobs are synthetic, in the layouts of Slurm's data parsers. */
class SacctJsonTest {
    /** As data parsers 0.0.40 to 0.0.43 have it; the times are 8:00, 8:01 and 9:01:30. */
    private static final String NEW = """
            {
             "meta": {"plugin": {"data_parser": "data_parser/v0.0.41"}, "jobs": [1]},
             "jobs": [
              {
               "account": "astro", "allocation_nodes": 2,
               "array": {"job_id": 17, "task_id": {"set": true, "infinite": false, "number": 3}},
               "association": {"account": "astro", "cluster": "tux", "partition": "", "user": "alice", "id": 9},
               "cluster": "tux", "group": "physics", "job_id": 18, "name": "my|job", "nodes": "n[7-8]",
               "partition": "batch", "user": "alice", "qos": "normal",
               "time": {"elapsed": 3600, "eligible": 1772438400, "submission": 1772438400, "start": 1772438460, "end": 1772442090,
                "suspended": 30,
                "total": {"seconds": 43200, "microseconds": 1500000}, "limit": {"set": true, "infinite": false, "number": 90}},
               "exit_code": {"status": ["FAILED"], "return_code": {"set": true, "infinite": false, "number": 3},
                "signal": {"id": {"set": false, "infinite": false, "number": 0}, "name": ""}},
               "priority": {"set": true, "infinite": false, "number": 4711},
               "required": {"CPUs": 16, "memory_per_cpu": {"set": true, "infinite": false, "number": 4000},
                "memory_per_node": {"set": false, "infinite": false, "number": 0}},
               "reservation": {"id": 4, "name": "school"},
               "state": {"current": ["FAILED"], "reason": "None"},
               "steps": [{"step": {"id": "18.batch", "name": "batch"}, "state": ["FAILED"], "tasks": {"count": 1},
                 "tres": {"requested": {"max": [{"type": "mem", "count": 1048577}], "total": []}, "consumed": {"total": []}}},
                {"step": {"id": "18.0", "name": "sim"}, "tasks": {"count": 24},
                 "tres": {"requested": {"max": [{"type": "mem", "count": 2097152}],
                  "total": [{"type": "cpu", "count": 43201500}, {"type": "mem", "count": 25165824}]}}}],
               "tres": {
                "allocated": [
                 {"type": "cpu", "name": "", "id": 1, "count": 24}, {"type": "mem", "name": "", "id": 2, "count": 96000},
                 {"type": "energy", "name": "", "id": 3, "count": 1200}, {"type": "node", "name": "", "id": 4, "count": 2},
                 {"type": "gres", "name": "gpu:a100", "id": 1002, "count": 2}, {"type": "gres", "name": "gpu", "id": 1001, "count": 2},
                 {"type": "fs", "name": "disk", "id": 6, "count": -2}],
                "requested": [{"type": "cpu", "name": "", "id": 1, "count": 16}]},
               "wckey": {"wckey": "*survey", "flags": ["ASSIGNED_DEFAULT"]}
              }
             ],
             "warnings": [], "errors": []
            }
            """;

    /** As data parsers 0.0.37 to 0.0.39 have it: plain numbers; what is called start is when the job was eligible. */
    private static final String OLD =
            "{'jobs':[{'account':'astro','allocation_nodes':1,'association':{'cluster':'tux'},"
                    + "'cluster':'tux','group':'physics','job_id':19,'name':'j','nodes':'n1','partition':'batch','user':'bob',"
                    + "'time':{'elapsed':60,'eligible':1772438400,'start':1772438400,'submission':1772438400,'end':1772442000,"
                    + "'suspended':0,'limit':4294967295},'exit_code':{'status':'SIGNALED','return_code':0,"
                    + "'signal':{'signal_id':9,'name':'KILL'}},'priority':1,'required':{'CPUs':1,'memory':0},"
                    + "'reservation':{'id':0,'name':0},'state':{'current':'CANCELLED','reason':'None'},"
                    + "'tres':{'allocated':[{'type':'cpu','count':1}]},'wckey':{'wckey':'','flags':[]}}]}";

    private final List<String> problems = new ArrayList<>();

    @Test
    void readsAJobAsParsersOfTodayPrintIt() throws IOException {
        Recorded<JobEvent> jobs = read(NEW);
        assertEquals(List.of(), problems);
        assertEquals(
                List.of("18 RUNNING 08:01", "18 SUSPENDED 09:01", "18 COMPLETE 09:01 FAILED 3"),
                EventTexts.brief(jobs));
        JobEvent end = jobs.events().get(2);
        assertEquals("tux", end.getCluster());
        assertEquals("alice", end.getUser());
        assertEquals(List.of("physics"), end.getGroups());
        assertEquals("root/astro", end.getBank());
        assertEquals("batch", end.getPartition());
        assertEquals("my|job", end.getName());
        assertEquals(24, end.getProcessors());
        assertEquals(2, end.getNodes());
        assertEquals("n[7-8]", end.getNodeList());
        assertEquals(2, end.getGpus());
        assertEquals(96000, end.getMemoryMiB());
        assertEquals(90, end.getTimeLimitMinutes());
        assertEquals(4711, end.getPriority());
        assertEquals("cpu=24,mem=96000M,node=2,gres/gpu:a100=2,gres/gpu=2", end.getTres());
        assertEquals(1_200_000, end.getEnergyMillijoules());
        assertEquals(43_201_500, end.getCpuMillis());
        assertEquals(24 * 1024, end.getMemoryHighwaterKiB());
        assertNull(jobs.events().get(0).getCpuMillis(), "said at the end");
        assertEquals("normal", end.getQos());
        assertEquals("survey", end.getWckey());
        assertEquals("school", end.getReservation());
        assertEquals(Map.of(OpenPoint.WAIT_UNTOLD, 1L), jobs.outcomes().notes(), "users have no number in it");
    }

    @Test
    void readsAJobAsOldParsersPrintItWithItsStartFromEndAndLength() throws IOException {
        Recorded<JobEvent> jobs = read(OLD.replace('\'', '"'));
        assertEquals(List.of("19 RUNNING 08:59", "19 COMPLETE 09:00 CANCELLED 0:9"), EventTexts.brief(jobs));
        JobEvent end = jobs.events().get(1);
        assertNull(end.getTimeLimitMinutes(), "unlimited");
        assertEquals("", end.getReservation(), "old ones have garbage there");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        'state':{'current':['RUNNING']},'time':{'start':1772438460,'end':0}                   | RUNNING   | 18 RUNNING 08:01
        'state':{'current':['PENDING']},'time':{'start':0,'end':0},'nodes':'None assigned'    | WAITING   | ~~
        'state':{'current':['CANCELLED']},'time':{'start':0,'end':1772438460},'nodes':''      | NEVER_RAN | 18 COMPLETE 08:01 CANCELLED null
        'state':{'current':['TIMEOUT','COMPLETING']},'time':{'start':1772438400,'end':1772438460,'elapsed':60} | END | 18 RUNNING 08:00, 18 COMPLETE 08:01 TIMEOUT null
        'state':{'current':['REQUEUED']},'time':{'start':1772438400,'end':1772438460}         | REQUEUE   | 18 RUNNING 08:00, 18 PENDING 08:01
        'state':{'current':['RUNNING']},'user':''                                             | NO_USER   | ~~
        """)
    void aJobBecomesWhatHappened(String more, Outcome outcome, String told) throws IOException {
        Recorded<JobEvent> jobs = read(job("'user':'alice'," + more));
        assertEquals(List.of(), problems);
        assertEquals(Map.of(outcome, 1L), jobs.outcomes().counts());
        assertEquals(told, String.join(", ", EventTexts.brief(jobs)));
    }

    @Test
    void aRunningJobThatHasAnEndIsNotOver() throws IOException {
        Recorded<JobEvent> jobs = read(job(
                "'user':'alice','state':{'current':['RUNNING']}," + "'time':{'start':1772438460,'end':1772442090}"));
        assertEquals(List.of("18 RUNNING 08:01"), EventTexts.brief(jobs));
        assertEquals(Map.of(Outcome.RUNNING, 1L), jobs.outcomes().counts());
        assertEquals(1, jobs.outcomes().notes().get(OpenPoint.NOT_OVER));
    }

    @Test
    void tellsWhatItCannotReadAndGoesOn() throws IOException {
        String bad =
                "{'job_id':0},\n{'job_id':5,'user':'a'},\n{'job_id':5,'user':'a','nodes':'n1','state':{'current':'FAILED'},"
                        + "'tres':{'allocated':[{'type':'cpu','count':1}]},'time':{'start':'soon'}},\n7,\n";
        String text = "{'jobs':[" + bad
                + job("'user':'a','state':{'current':'RUNNING'}").replace("{'jobs':[", "");
        Recorded<JobEvent> jobs = read(text);
        assertEquals(
                List.of(
                        "dump:1: jobid: \"0\" (expected: a number above 0)",
                        "dump:2: state: missing",
                        "dump:3: start: \"soon\" (expected: a time like 2026-03-02T08:00:00)",
                        "dump:4: job: 7 (expected: an object)"),
                problems);
        assertEquals(
                Map.of(Outcome.MALFORMED, 4L, Outcome.WAITING, 1L),
                jobs.outcomes().counts());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'meta':{'jobs':[]}} | dump:1: no list jobs (expected: an object with it)
        {'jobs':[{'job_id':  | dump:1: not JSON from here on
        {{                   | dump:1: not JSON from here on
        """)
    void anotherDocumentIsAProblem(String text, String problem) throws IOException {
        assertEquals(1, read(text).outcomes().unreadable());
        assertEquals(problem, problems.get(0).substring(0, problem.length()));
    }

    private static String job(String more) {
        return "{'jobs':[{'job_id':18,'nodes':'n1','tres':{'allocated':[{'type':'cpu','count':1}]}," + more + "}]}";
    }

    private Recorded<JobEvent> read(String json) throws IOException {
        return SacctDump.read(
                "dump",
                new BufferedReader(new StringReader(json.contains("\"jobs\"") ? json : json.replace('\'', '"'))),
                new SacctDump.Options("other", ZoneOffset.UTC),
                problem -> problems.add(problem.toString()));
    }
}
