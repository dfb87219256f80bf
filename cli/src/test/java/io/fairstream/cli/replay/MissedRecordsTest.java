package io.fairstream.cli.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.feed.CondorOptions;
import io.fairstream.reading.Note;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each reader says at its end what is missing or guessed, which {@code --strict} turns into an exit code. */
@SuppressWarnings("NullAway.Init") // set up before each test
class MissedRecordsTest {
    private static final String MALFORMED = "malformed";
    private static final String NO_USER = "without a user (--user names one)";

    /** A file with a record that is left out, and one that counts, with a guess or without. */
    private record Sample(
            String text, String leftOut, @Nullable Note guess) {}

    private static final Map<RecordingFormat, Sample> SAMPLES = new EnumMap<>(Map.of(
            RecordingFormat.SWF,
            new Sample("""
                    7 1000 60 60 2 -1 -1 2 -1 -1 1 12 3 -1 1 -1 -1 -1
                    8 soon
                    """, MALFORMED, io.fairstream.traces.OpenPoint.NO_START_TIME),
            RecordingFormat.SACCT,
            new Sample("""
                    JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End
                    7|alice|1001|physics|RUNNING|2|1000|1060|1120
                    seven|alice|1001|physics|COMPLETED|2|1000|1060|1120
                    """, MALFORMED, io.fairstream.slurm.OpenPoint.NOT_OVER),
            RecordingFormat.SLURM_KAFKA,
            new Sample("""
                    {"jobid":7,"cluster":"tux","state":"FAILED","total_cpus":1,\
                    "@start":"1970-01-01T00:17:40","@end":"1970-01-01T00:18:40"}
                    {"jobid":8}
                    """, MALFORMED, null),
            RecordingFormat.SLURM_FILETXT,
            new Sample("""
                    JobId=7 UserId=alice(1001) GroupId=physics(1001) Name=j JobState=COMPLETED Partition=batch \
                    TimeLimit=30 StartTime=2026-03-02T08:10:00 EndTime=2026-03-02T09:00:00 NodeList=n1 NodeCnt=1 \
                    ProcCnt=4 WorkDir=/home ReservationName= Tres=cpu=4,node=1 Account=astro QOS=normal WcKey= \
                    Cluster=tux SubmitTime=2026-03-02T08:20:00 EligibleTime=2026-03-02T08:00:00 ExitCode=0:0\s
                    JobId=ten UserId=a
                    """, MALFORMED, io.fairstream.slurm.OpenPoint.SUBMIT_LATE),
            RecordingFormat.SONAR_SLURM,
            new Sample("""
                    v=0.12.0,JobID=18,JobIDRaw=18,User=alice,State=COMPLETED,Start=2026-03-02T09:00:00+01:00,\
                    End=2026-03-02T10:00:00+01:00,ReqCPUS=2,NodeList=n1,"AllocTRES=cpu=2,node=1"
                    JobID,State
                    """, MALFORMED, io.fairstream.slurm.OpenPoint.WAIT_UNTOLD),
            RecordingFormat.SONAR_JOB,
            new Sample("""
                    {"data":{"type":"job","attributes":{"cluster":"tux","slurm_jobs":[{"job_id":7,\
                    "job_state":"RUNNING","user_name":"alice","nodes":["n1"],"allocated_resources":"cpu=1,node=1",\
                    "start_time":"1970-01-01T00:17:40Z","end_time":"1970-01-01T00:18:40Z"},{"job_id":8}]}}}
                    """, MALFORMED, io.fairstream.sonar.OpenPoint.NOT_OVER),
            RecordingFormat.SONAR_SAMPLE,
            new Sample("""
                    {"data":{"type":"sample","attributes":{"time":"1970-01-01T00:17:40Z","cluster":"tux","node":"n7",\
                    "system":{"boot":"1970-01-01T00:00:00Z","cpus":[1]}}}}
                    {"data":{"type":"sample","attributes":{"time":"soon","cluster":"tux","node":"n7"}}}
                    """, MALFORMED, null),
            RecordingFormat.FLUX_JOBS,
            new Sample("""
                    {"id":7,"userid":1001,"username":"alice","t_submit":1000.0,"t_run":1060.0,\
                    "t_inactive":1120.5,"state":"INACTIVE","result":"COMPLETED","ntasks":4,"nnodes":2}
                    {"id":8}
                    """, MALFORMED, io.fairstream.flux.OpenPoint.CORES_UNKNOWN),
            RecordingFormat.FLUX_EVENTLOG,
            new Sample("""
                    {"id":7,"timestamp":1000,"name":"submit","context":{"userid":1001,"urgency":16}}
                    {"id":7,"timestamp":1001,"name":"validate"}
                    {"id":7,"timestamp":1060,"name":"alloc"}
                    {"id":7,"timestamp":1120,"name":"clean"}
                    {"id":7,"timestamp":"soon","name":"clean"}
                    {"id":7,"jobspec":{"resources":[{"type":"slot","count":1,"with":[{"type":"core","count":4}]}],\
                    "tasks":[{"command":["a"],"slot":"task","count":{"per_slot":1}}]}}
                    """, MALFORMED, null)));

    static {
        SAMPLES.put(
                RecordingFormat.CONDOR_LOG,
                new Sample("""
                000 (001.000.000) 2026-01-05 09:00:00 Job submitted from host: <192.0.2.1:9618>
                ...
                028 (001.000.000) 2026-01-05 09:00:00 Job ad information event triggered.
                Proc = 0
                TriggerEventTypeNumber = 0
                User = "alice@example.org"
                RequestCpus = 4
                Cluster = 1
                ...
                001 (001.000.000) 2026-01-05 09:10:00 Job executing on host: <192.0.2.30:9618>
                \tSlotName: slot1@ep1.example.org
                ...
                000 (002.000.000) 2026-01-05 09:11:00 Job submitted from host: <192.0.2.1:9618>
                ...
                001 (002.000.000) 2026-01-05 09:12:00 Job executing on host: <192.0.2.31:9618>
                \tSlotName: slot1@ep2.example.org
                ...
                """, NO_USER, io.fairstream.htcondor.match.OpenPoint.WEIGHT_REQUESTED));
        SAMPLES.put(
                RecordingFormat.CONDOR_HISTORY,
                new Sample("""
                [{"ClusterId":9,"ProcId":1,"User":"u1@example.org","JobUniverse":5,"JobStatus":4,"QDate":1700000000,
                "JobStartDate":1700000100,"JobCurrentStartDate":1700000100,"CompletionDate":1700003700,
                "EnteredCurrentStatus":1700003700,"NumShadowStarts":1,"LastRemoteHost":"slot1_1@w.example.org",
                "RequestCpus":2},
                {"ClusterId":9,"ProcId":2,"JobUniverse":5,"JobStatus":4,"QDate":1700000000,
                "JobStartDate":1700000100,"JobCurrentStartDate":1700000100,"CompletionDate":1700003700,
                "EnteredCurrentStatus":1700003700,"NumShadowStarts":1,"LastRemoteHost":"slot1_2@w.example.org"}]
                """, NO_USER, io.fairstream.htcondor.match.OpenPoint.WEIGHT_REQUESTED));
        SAMPLES.put(
                RecordingFormat.STARTD_LOG,
                new Sample("""
                { "EventTypeNumber": 104, "MyType": "RequestClaimEvent", "EventTime": "2024-03-20T22:10:00", \
                "Name": "slot2@ep1.example.org", "RemoteUser": "bob@example.org" }
                { "EventTypeNumber": 104, "MyType": "RequestClaimEvent", "EventTime": "2024-03-20T22:11:00", \
                "Name": "slot3@ep1.example.org" }
                """, NO_USER, io.fairstream.htcondor.match.OpenPoint.WEIGHT_UNKNOWN));
        SAMPLES.put(
                RecordingFormat.JOB_QUEUE,
                new Sample("""
                107 1 CreationTimestamp 1710900000
                101 1.0 Job Machine
                103 1.0 User "alice@example.org"
                103 1.0 RequestCpus 2
                103 1.0 JobStatus 2
                103 1.0 JobCurrentStartDate 1710968725
                103 1.0 EnteredCurrentStatus 1710968725
                103 1.0 RemoteHost "slot1_2@ep1.example.org"
                101 2.0 Job Machine
                103 2.0 JobStatus 2
                103 2.0 JobCurrentStartDate 1710968726
                103 2.0 EnteredCurrentStatus 1710968726
                103 2.0 RemoteHost "slot1_3@ep1.example.org"
                """, NO_USER, io.fairstream.htcondor.match.OpenPoint.WEIGHT_REQUESTED));
    }

    private final StringWriter printed = new StringWriter();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(RecordingFormat.class)
    void saysWhatIsLeftOutAndWhatIsGuessed(RecordingFormat format) throws IOException {
        Sample sample = Objects.requireNonNull(SAMPLES.get(format), "a sample of the format");
        Path file = Files.writeString(folder.resolve("tux.log"), sample.text());
        Recording recording = format.open(new Opening(
                file,
                new CondorOptions(),
                ZoneOffset.UTC,
                "tux",
                null,
                format.usual().orElse(ReplayTarget.BOTH),
                BankRule.CONST,
                new PrintWriter(printed)));
        Map<String, Long> expected = new HashMap<>(Map.of("records left out: " + sample.leftOut(), 1L));
        if (sample.guess() != null) {
            expected.put(sample.guess().text(), 1L);
        }
        assertEquals(expected, recording.missed(), printed.toString());
        assertTrue(recording.size() > 0 || format == RecordingFormat.SONAR_SAMPLE, printed.toString());
    }
}
