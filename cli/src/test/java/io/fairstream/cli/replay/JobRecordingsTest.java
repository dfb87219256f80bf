package io.fairstream.cli.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.feed.CondorOptions;
import io.fairstream.cli.feed.PlacedBanks;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.BankTree;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that are sent of a recording, and the summary of it. */
@SuppressWarnings("NullAway.Init") // set up before each test
class JobRecordingsTest {
    private static final String SACCT = """
            JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End
            7|alice|1001|physics|COMPLETED|2|1000|1060|1120
            7.batch||||COMPLETED|2|1060|1060|1120
            8|bob|1002|bio|CANCELLED by 17|0|1010|Unknown|1090
            """;

    private static final String LOG = """
            {"timestamp":1000,"name":"submit","context":{"userid":1001,"urgency":16}}
            {"timestamp":1001,"name":"validate"}
            {"timestamp":1060,"name":"alloc"}
            {"timestamp":1120,"name":"clean"}
            {"resources":[{"type":"core","count":4}],"tasks":[]}
            """;
    private static final Map<RecordingFormat, String> PAID = Map.of(
            RecordingFormat.SACCT,
            """
            JobIDRaw|User|UID|Group|Account|State|AllocCPUS|Submit|Start|End
            7|alice|1001|bio|physics|COMPLETED|2|1000|1060|1120
            """,
            RecordingFormat.SLURM_KAFKA,
            "{'jobid':7,'cluster':'tux','state':'FAILED','total_cpus':1,'groupname':'bio','account':'physics',"
                    + "'@start':'1970-01-01T00:17:40','@end':'1970-01-01T00:18:40'}",
            RecordingFormat.SONAR_JOB,
            "{'data':{'type':'job','attributes':{'cluster':'tux','slurm_jobs':[{'job_id':7,'job_state':'RUNNING',"
                    + "'user_name':'alice','account':'physics','nodes':['n1'],'requested_cpus':1,"
                    + "'start_time':'1970-01-01T00:17:40Z'}]}}}",
            RecordingFormat.FLUX_JOBS,
            "{'id':7,'userid':1001,'t_submit':1000.0,'state':8,'ncores':4,'bank':'physics'}",
            RecordingFormat.SWF,
            "7 1000 60 60 2 -1 -1 2 -1 -1 1 12 3 -1 1 -1 -1 -1\n");

    private final StringWriter told = new StringWriter();

    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void aDumpBecomesJobEventsByDefaultInTheOrderOfTheirTimes() throws IOException {
        assertEquals(
                List.of(
                        "1000 job-events/tux/7",
                        "1010 job-events/tux/8",
                        "1060 job-events/tux/7",
                        "1090 job-events/tux/8",
                        "1120 job-events/tux/7"),
                played("tux.txt.gz", SACCT, RecordingFormat.SACCT, null));
        assertEquals(
                List.of(
                        "tux: 3 rows: 1 end a match or run, 1 end a job that never ran",
                        "tux: 1 rows left out: of a step of a job that has a record of its own",
                        "tux: 5 events"),
                told.toString().lines().toList());
    }

    @Test
    void aDumpBecomesMatchesToo() throws IOException {
        assertEquals(
                List.of("1060 matches/job7@given", "1120 matches/job7@given"),
                played("tux.txt", SACCT, RecordingFormat.SACCT, ReplayTarget.MATCHES, "given"));
        List<String> both = played("tux.txt", SACCT, RecordingFormat.SACCT, ReplayTarget.BOTH, "given");
        assertEquals(7, both.size());
        assertEquals("1060 matches/job7@given", both.get(2));
        assertEquals("1060 job-events/given/7", both.get(3));
    }

    @Test
    void aTraceBecomesJobsOfTheClusterOfItsName() throws IOException {
        String trace = "7 1000 60 60 2 -1 -1 2 -1 -1 1 12 3 -1 1 -1 -1 -1\n";
        assertEquals(
                List.of("1060 matches/job7@KTH-SP2", "1120 matches/job7@KTH-SP2"),
                played("KTH-SP2.swf", trace, RecordingFormat.SWF, null));
        assertEquals(
                List.of("1000 job-events/KTH-SP2/7", "1060 job-events/KTH-SP2/7", "1120 job-events/KTH-SP2/7"),
                played("KTH-SP2.swf", trace, RecordingFormat.SWF, ReplayTarget.JOBS));
        assertEquals(
                5,
                played("KTH-SP2.swf", trace, RecordingFormat.SWF, ReplayTarget.BOTH)
                        .size());
    }

    @Test
    void recordsOfSlurmsTopicsBecomeJobEvents() throws IOException {
        String record = "{\"jobid\":7,\"cluster\":\"tux\",\"state\":\"FAILED\",\"total_cpus\":1,"
                + "\"@start\":\"1970-01-01T00:17:40\",\"@end\":\"1970-01-01T00:18:40\"}\n";
        assertEquals(
                List.of("1060 job-events/tux/7", "1120 job-events/tux/7"),
                played("topics.jsonl", record, RecordingFormat.SLURM_KAFKA, null));
        assertTrue(told.toString().startsWith("topics: 1 records: 1 end a match or run\n"), told.toString());
    }

    @Test
    void payloadsOfSonarBecomeJobEventsAndSessionDeltas() throws IOException {
        String jobs = "{\"data\":{\"type\":\"job\",\"attributes\":{\"cluster\":\"tux\",\"slurm_jobs\":[{\"job_id\":7,"
                + "\"job_state\":\"RUNNING\",\"user_name\":\"alice\",\"nodes\":[\"n1\"],\"requested_cpus\":1,"
                + "\"start_time\":\"1970-01-01T00:17:40Z\"}]}}}\n";
        assertEquals(List.of("1060 job-events/tux/7"), played("jobs.json", jobs, RecordingFormat.SONAR_JOB, null));
        String sample =
                "{\"data\":{\"type\":\"sample\",\"attributes\":{\"time\":\"1970-01-01T00:%d:40Z\",\"cluster\":\"tux\",\"node\":\"n7\",\"system\":{\"boot\":\"1970-01-01T00:00:00Z\",\"cpus\":[1]}}}}\n";
        String samples = String.format(sample, 17) + String.format(sample, 18);
        assertEquals(
                List.of("1120 session-deltas/tux/n7", "1120 session-deltas/tux/n7"),
                played("samples.json", samples, RecordingFormat.SONAR_SAMPLE, null));
    }

    @Test
    void listingsAndEventlogsOfFluxBecomeJobEventsAndMatches() throws IOException {
        String job = "{\"jobs\":[{\"id\":7,\"userid\":1001,\"username\":\"alice\",\"t_submit\":1000.0,\"t_run\":1060.0,"
                + "\"t_inactive\":1120.5,\"state\":\"INACTIVE\",\"result\":\"COMPLETED\",\"ncores\":4,\"nnodes\":2}]}";
        List<String> jobs = List.of("1000 job-events/tux/7", "1060 job-events/tux/7", "1120 job-events/tux/7");
        assertEquals(jobs, played("tux.json", job, RecordingFormat.FLUX_JOBS, null));
        assertEquals(
                "tux: 1 jobs: 1 are of a job that has ended",
                told.toString().lines().findFirst().orElseThrow());
        assertEquals(
                List.of("1060 matches/job7@tux", "1120 matches/job7@tux"),
                played("tux.json", job, RecordingFormat.FLUX_JOBS, ReplayTarget.MATCHES));
        assertEquals(jobs, played("ƒ8.eventlog", LOG, RecordingFormat.FLUX_EVENTLOG, null, "tux"));
    }

    @Test
    void anEventlogOfOneJobMustBeToldItsCluster() {
        Failure refusal =
                assertThrows(Failure.class, () -> played("ƒ8.eventlog", LOG, RecordingFormat.FLUX_EVENTLOG, null));
        assertEquals(
                "--cluster is missing (expected: the cluster of job ƒ8, because the file is named by the job)",
                refusal.getMessage());
        assertThrows(Failure.class, () -> played("tux.eventlog", LOG, RecordingFormat.FLUX_EVENTLOG, null));
        assertTrue(told.toString().contains("tux:1: id: missing (expected: entries with a job id"), told.toString());
    }

    /** Payers by format and rule; the group is bio, the account physics. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SACCT       | ACCOUNT | root/physics | the account
        SACCT       | GROUP   | root/bio     | the group of the user
        SACCT       | CONST   | root/all     | one bank for all
        SLURM_KAFKA | ACCOUNT | root/physics | the account
        SLURM_KAFKA | GROUP   | root/bio     | the group of the user
        SLURM_KAFKA | CONST   | root/all     | one bank for all
        SONAR_JOB   | ACCOUNT | root/physics | the account
        SONAR_JOB   | CONST   | root/all     | one bank for all
        FLUX_JOBS   | ACCOUNT | root/physics | the bank
        FLUX_JOBS   | CONST   | root/all     | one bank for all
        SWF         | GROUP   | root/group3  | the group
        SWF         | CONST   | root/all     | one bank for all
        """)
    void aJobIsPaidByTheBankOfTheRule(RecordingFormat format, BankRule rule, String bank, String why)
            throws IOException {
        Path path = folder.resolve("tux");
        Files.writeString(path, PAID.getOrDefault(format, "").replace('\'', '"'));
        Recording recording = opened(path, format, ReplayTarget.JOBS, "tux", rule);
        assertTrue(recording.size() > 0, told.toString());
        recording.events().forEach(event -> assertEquals(bank, ((JobEvent) event.event()).getBank(), why));
    }

    /** Formats that know no more of an account than its name, and a tree that has it deeper down, or twice, or not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SACCT       | root/science/physics
        SLURM_KAFKA | root/science/physics
        SONAR_JOB   | root/science/physics
        FLUX_JOBS   | root/science/physics
        """)
    void anAccountIsWhereTheSharesHaveIt(RecordingFormat format, String bank) throws IOException {
        Path path = folder.resolve("tux");
        Files.writeString(path, PAID.getOrDefault(format, "").replace('\'', '"'));
        Recording recording = opened(path, format, ReplayTarget.JOBS, "tux", BankRule.ACCOUNT);
        assertEquals(Set.of(bank), banks(recording, List.of("root", "root/science", bank)));
        assertEquals(List.of(), notes);
        assertEquals(Set.of("root/physics"), banks(recording, List.of("root", bank, "root/arts/physics")));
        assertEquals(
                List.of("account physics: several banks of shares have the name (root/arts/physics, " + bank
                        + "), charged to root/physics"),
                notes);
        notes.clear();
        assertEquals(Set.of("root/physics"), banks(recording, List.of("root", "root/bio")));
        assertEquals(List.of("account physics: no bank of shares has the name, charged to root/physics"), notes);
    }

    private Set<String> banks(Recording recording, List<String> tree) {
        PlacedBanks placed = new PlacedBanks(() -> BankTree.of(tree), notes::add);
        Set<String> banks = new TreeSet<>();
        recording.withJobs(placed::placed).events().forEach(event -> banks.add(((JobEvent) event.event()).getBank()));
        return banks;
    }

    @Test
    void aJobOfAnUnknownGroupIsPaidByTheBankOfThose() throws IOException {
        Path path = folder.resolve("tux.swf");
        Files.writeString(path, "7 1000 60 60 2 -1 -1 2 -1 -1 1 12 -1 -1 1 -1 -1 -1\n");
        Recording recording = opened(path, RecordingFormat.SWF, ReplayTarget.JOBS, null, BankRule.GROUP);
        recording.events().forEach(event -> assertEquals("root/unknown-group", ((JobEvent) event.event()).getBank()));
        JobEvent ungrouped = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(7)
                .setAt(Instant.EPOCH)
                .setState(JobState.RUNNING)
                .build();
        assertEquals("root/unknown-group", BankRule.GROUP.applied(ungrouped).getBank());
        assertEquals("", BankRule.ACCOUNT.applied(ungrouped).getBank());
    }

    @ParameterizedTest
    @EnumSource(RecordingFormat.class)
    void aFileThatIsNotThereIsToldByItsName(RecordingFormat format) {
        Path missing = folder.resolve("missing.log");
        NoSuchFileException failure = assertThrows(
                NoSuchFileException.class, () -> opened(missing, format, ReplayTarget.JOBS, "tux", BankRule.ACCOUNT));
        assertEquals(missing.toString(), failure.getFile(), "and no reason: fairstream says «FILE: no such file»");
    }

    @Test
    void readsSacctsJson() throws IOException {
        String json = "{'jobs':[{'job_id':7,'user':'alice','nodes':'n1','state':{'current':['COMPLETED']},"
                + "'time':{'submission':1000,'start':1060,'end':1120},"
                + "'tres':{'allocated':[{'type':'cpu','count':2}]}}]}";
        assertEquals(
                2,
                played("tux.json", json.replace('\'', '"'), RecordingFormat.SACCT, ReplayTarget.JOBS)
                        .size());
    }

    @Test
    void aFileOfAnotherFormatIsRefused() {
        Failure refusal =
                assertThrows(Failure.class, () -> played("tux.txt", "what is this\n", RecordingFormat.SACCT, null));
        assertEquals(
                "tux: nothing is readable (expected: the output of sacct -P or sacct --json)", refusal.getMessage());
        assertThrows(Failure.class, () -> played("tux.txt", SACCT, RecordingFormat.SLURM_KAFKA, null));
        assertThrows(Failure.class, () -> played("tux.txt", SACCT, RecordingFormat.SONAR_JOB, null));
        assertThrows(Failure.class, () -> played("tux.txt", "{\"data\":{}}", RecordingFormat.SONAR_SAMPLE, null));
    }

    private List<String> played(String file, String content, RecordingFormat format, @Nullable ReplayTarget form)
            throws IOException {
        return played(file, content, format, form, null);
    }

    private List<String> played(
            String file, String content, RecordingFormat format, @Nullable ReplayTarget form, @Nullable String cluster)
            throws IOException {
        Path path = folder.resolve(file);
        try (OutputStream out = Files.newOutputStream(path);
                OutputStream to = file.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
            to.write(content.getBytes(StandardCharsets.UTF_8));
        }
        ReplayTarget wanted = form == null ? format.usual().orElse(ReplayTarget.BOTH) : form;
        BankRule bank =
                format.banks().isEmpty() ? BankRule.ACCOUNT : format.banks().get(0);
        Recording recording = opened(path, format, wanted, cluster, bank);
        List<String> events = new ArrayList<>();
        recording.events().forEach(event -> events.add(event.at().getEpochSecond() + " " + event.thing()));
        assertEquals(recording.size(), events.size());
        return events;
    }

    private Recording opened(
            Path path, RecordingFormat format, ReplayTarget form, @Nullable String cluster, BankRule bank)
            throws IOException {
        return format.open(new Opening(
                path, new CondorOptions(), ZoneOffset.UTC, cluster, null, form, bank, new PrintWriter(told)));
    }
}
