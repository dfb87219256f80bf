package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dumps are synthetic. */
class SacctDumpTest {
    private static final String SHORT = "JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End|Suspended\n";

    private final List<String> problems = new ArrayList<>();

    @Test
    void readsXdmodsColumnsInUtcAndAJobsNameWithSeparators() throws IOException {
        Recorded<JobEvent> jobs = read(
                "17_3|18|tux|batch|normal|astro|physics|500|alice|1001|2026-03-02T07:00:00|2026-03-02T07:00:00"
                        + "|2026-03-02T08:00:00|2026-03-02T09:00:00|01:00:00|0:0|CANCELLED by 0|2|24|16|4000Mc"
                        + "|cpu=16,node=1|billing=24,cpu=24,gres/gpu=2,node=2|1-06:00:00|n[7-8]|my|job\n",
                null);
        JobEvent.Builder about = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(18)
                .setSubmitted(Instant.parse("2026-03-02T07:00:00Z"))
                .setUser("alice")
                .setUserId(1001L)
                .setGroups(List.of("physics"))
                .setBank("root/astro")
                .setPartition("batch")
                .setName("my|job")
                .setTimeLimitMinutes(1800L)
                .setGpus(2)
                .setTres("billing=24,cpu=24,gres/gpu=2,node=2")
                .setQos("normal");
        JobEvent pending = JobEvent.newBuilder(about)
                .setAt(Instant.parse("2026-03-02T07:00:00Z"))
                .setState(JobState.PENDING)
                .setProcessors(16)
                .setNodes(1)
                .setMemoryMiB(64000L)
                .setTres("cpu=16,node=1")
                .build();
        about.setProcessors(24).setNodes(2).setMemoryMiB(96000L).setNodeList("n[7-8]");
        JobEvent running = JobEvent.newBuilder(about)
                .setAt(Instant.parse("2026-03-02T08:00:00Z"))
                .setState(JobState.RUNNING)
                .build();
        JobEvent complete = JobEvent.newBuilder(about)
                .setAt(Instant.parse("2026-03-02T09:00:00Z"))
                .setState(JobState.COMPLETE)
                .setOutcome("CANCELLED")
                .setExitCode(0)
                .build();
        assertEquals(List.of(pending, running, complete), jobs.events());
        assertEquals(Map.of(Outcome.END, 1L), jobs.outcomes().counts());
        assertEquals(Map.of(), jobs.outcomes().notes());
    }

    /** Energy of a run by its own column, beside what was allocated, or not at all; and by what a site bills. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        1200|cpu=2,energy=7,billing=3    ; 1200000 ; the column
        |cpu=2,energy=7,billing=3        ; 7000    ; beside what was allocated
        |cpu=2,energy=18446744073709551614,billing=3 ;  ; how Slurm writes that it does not know
        18446744073709551614|cpu=2,billing=3 ;     ; the same in the column
        """)
    void energyAndWhatSitesBillByAreRead(String energy, @Nullable Long millijoules, String why) throws IOException {
        Recorded<JobEvent> jobs = read(
                "JobIDRaw|User|State|Start|End|AllocCPUS|QOS|WCKey|Reservation|ConsumedEnergyRaw|AllocTRES\n"
                        + "7|alice|COMPLETED|2026-03-02T08:00:00|2026-03-02T09:00:00|2|urgent|*astro|maint|" + energy
                        + "\n",
                ZoneOffset.UTC);
        JobEvent start = jobs.events().get(0);
        JobEvent end = jobs.events().get(1);
        assertNull(start.getEnergyMillijoules());
        assertEquals(millijoules, end.getEnergyMillijoules(), why);
        assertEquals("urgent astro maint", end.getQos() + " " + end.getWckey() + " " + end.getReservation());
        assertTrue(end.getTres().contains("billing=3"));
    }

    /** Rows of job 7, alice's; what becomes of it, and its CPU seconds. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        COMPLETED|2|08:00:00|08:01:00|08:11:00|00:00:00                                             ; PENDING 0:00, RUNNING 1:00, COMPLETE 11:00 ; 1200 ; plain
        COMPLETED|2|08:00:00|08:01:00|08:11:00|00:04:00                                             ; PENDING 0:00, RUNNING 1:00, SUSPENDED 7:00, COMPLETE 11:00 ; 720 ; suspended for 4 minutes, nobody knows when
        CANCELLED by 17|0|08:00:00|Unknown|08:11:00|00:00:00                                        ; PENDING 0:00, COMPLETE 11:00 ; 0 ; cancelled while it waited
        CANCELLED by 17|0|08:00:00|08:11:00|08:11:00|00:00:00                                       ; PENDING 0:00, COMPLETE 11:00 ; 0 ; so told by other releases
        PENDING|0|08:00:00|Unknown|Unknown|                                                         ; PENDING 0:00 ; 0 ; waits
        RUNNING|2|08:00:00|08:01:00|Unknown|00:00:00                                                ; PENDING 0:00, RUNNING 1:00 ; 0 ; runs
        SUSPENDED|2|08:00:00|08:01:00|Unknown|00:03:00                                              ; PENDING 0:00, RUNNING 1:00 ; 0 ; its suspension is told at its end
        REQUEUED|1|08:00:00|08:01:00|08:02:00|00:00:00 COMPLETED|1|08:02:00|08:05:00|08:15:00|00:00:00 ; PENDING 0:00, RUNNING 1:00, PENDING 2:00, PENDING 2:00, RUNNING 5:00, COMPLETE 15:00 ; 660 ; requeued: submitted anew when the first run ended
        NODE_FAIL|1|08:00:00|08:01:00|08:02:00|00:00:00 COMPLETED|1|08:02:00|08:05:00|08:15:00|00:00:00 ; PENDING 0:00, RUNNING 1:00, COMPLETE 2:00, PENDING 2:00, RUNNING 5:00, COMPLETE 15:00 ; 660 ; requeued because a node failed
        COMPLETED|1|08:05:00|08:05:00|08:15:00|00:00:00 RESIZING|4|08:00:00|08:01:00|08:05:00|00:00:00 ; PENDING 0:00, RUNNING 1:00, RUNNING 5:00, COMPLETE 15:00 ; 1560 ; shrank, in any order of rows; the new submit is the change
        RESIZING|4|08:00:00|08:01:00|08:05:00|00:00:00                                              ; PENDING 0:00, RUNNING 1:00, COMPLETE 5:00 ; 960 ; shrank, and the dump ends there
        REQUEUE_HOLD|1|08:00:00|08:01:00|08:02:00|00:00:00                                          ; PENDING 0:00, RUNNING 1:00, HELD 2:00 ; 60 ; requeued and held
        """)
    void rowsBecomeWhatHappened(String rows, String states, long cpuSeconds, String why) throws IOException {
        StringBuilder dump = new StringBuilder(SHORT);
        for (String row : rows.split("(?<=\\d|\\|) (?=[A-Z])", -1)) {
            dump.append("7|alice|1001|physics|")
                    .append(row.replaceAll("\\|08:", "|2026-03-02T08:"))
                    .append('\n');
        }
        Recorded<JobEvent> jobs = read(dump.toString(), ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        List<String> told = jobs.events().stream()
                .map(event ->
                        event.getState() + " " + event.getAt().toString().replaceAll("2026-03-02T08:0?(.*)Z", "$1"))
                .toList();
        assertEquals(states, String.join(", ", told), why);
        assertEquals(cpuSeconds, Allocated.cpuSeconds(jobs.events()).get(7L), why);
    }

    @Test
    void aRunThatShrankKeepsItsSubmission() throws IOException {
        Recorded<JobEvent> jobs = read(SHORT + """
                7|alice|1001|physics|RESIZING|4|2026-03-02T08:00:00|2026-03-02T08:01:00|2026-03-02T08:05:00|
                7|alice|1001|physics|COMPLETED|1|2026-03-02T08:05:00|2026-03-02T08:05:00|2026-03-02T08:15:00|
                """, ZoneOffset.UTC);
        assertEquals(
                List.of(Instant.parse("2026-03-02T08:00:00Z")),
                jobs.events().stream().map(JobEvent::getSubmitted).distinct().toList());
    }

    @Test
    void withoutAColumnForItSuspensionIsWhatElapsedLacks() throws IOException {
        Recorded<JobEvent> jobs = read("""
                JobIDRaw|User|State|NCPUS|Start|End|Elapsed
                7|alice|COMPLETED|2|2026-03-02T08:00:00|2026-03-03T10:00:00|1-01:00:00
                """, ZoneOffset.UTC);
        assertEquals(Map.of(7L, 2L * 25 * 3600), Allocated.cpuSeconds(jobs.events()));
    }

    @Test
    void takesTimesAsTheClockOfTheZoneShowedThem() throws IOException {
        String dump = "JobIDRaw|User|State|NCPUS|Start|End\n7|alice|COMPLETED|1|2026-07-01T10:00:00|1782900000\n";
        Recorded<JobEvent> jobs = read(dump, ZoneId.of("Europe/Oslo"));
        assertEquals(
                List.of(Instant.parse("2026-07-01T08:00:00Z"), Instant.ofEpochSecond(1782900000)),
                jobs.events().stream().map(JobEvent::getAt).toList());
    }

    @Test
    void countsWhatItLeavesOutAndWhatItLeavesOpen() throws IOException {
        Recorded<JobEvent> jobs = read("""
                JobID|User|State|NCPUS|Start|End|ReqMem|Suspended|
                7|alice|COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|2147486448Mn|00:00:00|
                7.batch||COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|||
                7.0||COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|||
                8_1|alice|COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|||
                9+0|alice|COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|||
                10||COMPLETED|1|2026-03-02T08:00:00|2026-03-02T08:01:00|||
                11|alice|RUNNING|1|2026-03-02T08:00:00|Unknown|0|00:01:00|

                12|alice|RESIZING|1|2026-03-02T08:00:00|2026-03-02T08:01:00|4G||
                """, ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        assertEquals(
                Map.of(
                        Outcome.END, 1L,
                        Outcome.STEP, 2L,
                        Outcome.NO_RAW_ID, 2L,
                        Outcome.NO_USER, 1L,
                        Outcome.RUNNING, 1L,
                        Outcome.SIZE, 1L),
                jobs.outcomes().counts());
        assertEquals(
                Map.of(
                        OpenPoint.MEMORY_UNKNOWN,
                        1L,
                        OpenPoint.WAIT_UNTOLD,
                        3L,
                        OpenPoint.SUSPENSION_OPEN,
                        1L,
                        OpenPoint.SIZE_UNKNOWN,
                        1L),
                jobs.outcomes().notes());
        assertEquals("named-by-the-caller", jobs.events().get(0).getCluster());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        seven|alice|1001|physics|FAILED|1|||2026-03-02T08:00:00|     ; jobid: "seven" (expected: a number above 0)
        0|alice|1001|physics|FAILED|1|||2026-03-02T08:00:00|         ; jobid: "0" (expected: a number above 0)
        7|alice|1001|physics||1|||2026-03-02T08:00:00|               ; state: missing
        7|alice|1001|physics|FAILED|-1|||2026-03-02T08:00:00|        ; alloccpus or ncpus: "-1" (expected: a whole number, or one like 1.50K)
        7|alice|1001|physics|FAILED|1||08:00|2026-03-02T08:00:00|    ; start: "08:00" (expected: a time like 2026-03-02T08:00:00)
        7|alice|1001|physics|FAILED|1||2026-03-02T08:00:01|2026-03-02T08:00:00|; end: "2026-03-02T08:00:00Z" (expected: not before start, 2026-03-02T08:00:01Z)
        7|alice|1001|physics|FAILED|1||2026-03-02T08:00:00|2026-03-02T08:00:05|00:00:06; suspended: "00:00:06" (expected: at most the run, PT5S)
        7|alice|1001|physics|FAILED|1||2026-03-02T08:00:00|2026-03-02T08:00:05|6s; suspended: "6s" (expected: [D-]HH:MM:SS)
        7|alice                                                      ; 2 columns (expected: 10, jobidraw|user|uid|group|state|alloccpus|submit|start|end|suspended)
        """)
    void tellsWhatItCannotReadAndGoesOn(String row, String problem) throws IOException {
        String good = "8|alice|1001|physics|RUNNING|1|2026-03-02T08:00:00|2026-03-02T08:00:00|Unknown|";
        Recorded<JobEvent> jobs = read(SHORT + row.strip() + "\n" + good + "\n", ZoneOffset.UTC);
        assertEquals(1, problems.size());
        assertEquals(("dump:2: " + problem).replace("\"", ""), problems.get(0).replace("\"", ""));
        assertEquals(
                Map.of(Outcome.MALFORMED, 1L, Outcome.RUNNING, 1L),
                jobs.outcomes().counts());
    }

    @Test
    void aHeaderThatLacksWhatIsNeededIsTold() throws IOException {
        assertEquals(
                0,
                read("JobID|User|State|Start|End\n7|a|FAILED||\n", null)
                        .events()
                        .size());
        assertEquals(List.of("dump:1: no column alloccpus or ncpus or alloctres"), problems);
    }

    @Test
    void anEmptyDumpIsEmpty() throws IOException {
        assertEquals(0, read("", null).outcomes().total());
    }

    private Recorded<JobEvent> read(String dump, @Nullable ZoneId zone) throws IOException {
        return SacctDump.read(
                "dump",
                new BufferedReader(new StringReader(dump)),
                new SacctDump.Options("named-by-the-caller", zone),
                this::tell);
    }

    private void tell(Problem problem) {
        problems.add(problem.toString());
    }
}
