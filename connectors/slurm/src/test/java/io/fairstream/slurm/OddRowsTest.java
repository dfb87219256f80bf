package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Note;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows as real systems write them. The dumps are synthetic; the origin of those in files is told beside them. */
class OddRowsTest {
    private final List<String> problems = new ArrayList<>();

    /** A row of job 7, alice's, with 4 CPUs from 8:00; what becomes of it. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        RUNNING|08:00:00|09:00:00|00:00:00    ; RUNNING 8:00 ; RUNNING ; NOT_OVER                  ; by sacct -T
        SUSPENDED|08:00:00|09:00:00|00:10:00  ; RUNNING 8:00 ; RUNNING ; NOT_OVER, SUSPENSION_OPEN ; suspended now
        COMPLETING|08:00:00|09:00:00|00:00:00 ; RUNNING 8:00 ; RUNNING ; NOT_OVER                  ; on its way out
        PENDING|09:00:00|09:00:00|00:00:00    ;              ; WAITING ; NOT_OVER                  ; by sacct -T, which also makes a start of the end
        RUNNING|08:00:00|Unknown|00:00:00     ; RUNNING 8:00 ; RUNNING ;                           ; without -T
        """)
    void aRowWhoseStateIsNotFinalEndsNoJob(
            String row, @Nullable String states, Outcome outcome, @Nullable String notes, String why)
            throws IOException {
        Recorded<JobEvent> jobs = read(
                "JobIDRaw|User|AllocCPUS|State|Start|End|Suspended\n7|alice|4|"
                        + row.replaceAll("\\|(0[89]:00:00)(?=\\|)", "|2026-03-02T$1") + "\n",
                ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        assertEquals(
                states == null ? "" : states,
                String.join(
                        ", ",
                        jobs.events().stream()
                                .map(event -> event.getState()
                                        + event.getAt().toString().replaceAll(".*T0?(.*):00Z", " $1"))
                                .toList()),
                why);
        assertEquals(Map.of(outcome, 1L), jobs.outcomes().counts(), why);
        Map<Note, Long> found = new HashMap<>(jobs.outcomes().notes());
        found.remove(OpenPoint.WAIT_UNTOLD);
        assertEquals(
                notes == null ? "" : notes,
                found.keySet().stream().map(Object::toString).sorted().collect(Collectors.joining(", ")),
                why);
    }

    /** Origin: made for this test after a log of XDMoD's, in which a job has a row for each day on which it ran. */
    @Test
    void anEndWhileTheJobRunsDoesNotHideItsRealEnd() throws IOException {
        Recorded<JobEvent> jobs = sample("running-with-end.sacct", ZoneOffset.UTC);
        Map<Long, Long> seconds = Allocated.cpuSeconds(jobs.events());
        assertEquals(12L * 172_800, seconds.get(81L));
        assertEquals(0, seconds.get(77L), "it runs");
        assertEquals(
                List.of(JobState.RUNNING),
                jobs.events().stream()
                        .filter(event -> event.getJobId() == 77)
                        .map(JobEvent::getState)
                        .toList());
        assertEquals(2, jobs.outcomes().notes().get(OpenPoint.NOT_OVER));
        assertEquals(
                List.of("dump:5: state: \"FROBNICATED\" (expected: a Slurm state, such as RUNNING or CANCELLED by 17)"),
                problems);
    }

    /** Origin: made for this test; what Slurm prints of four jobs on the night on which the clock of Berlin goes back. */
    @Test
    void elapsedSaysWhichOfTwoReadingsIsMeantWhereTheClockGoesBack() throws IOException {
        Recorded<JobEvent> jobs = sample("dst-fall-back.sacct", ZoneId.of("Europe/Berlin"));
        assertEquals(List.of(), problems);
        assertEquals(
                Map.of(901L, 19_200L, 902L, 9_600L, 903L, 7_200L, 904L, 72_000L), Allocated.cpuSeconds(jobs.events()));
        assertEquals(1, jobs.outcomes().notes().get(OpenPoint.HOUR_TWICE), "903 can be in either hour");
    }

    /** Rows of job 7 on that night by Submit, Start, End, Elapsed and Suspended; what becomes of it in UTC. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        01:00 02:10 02:50 01:40:00 00:00:00  ; RUNNING 00:10, COMPLETE 01:50                  ;                 ; from the first hour to the second
        01:00 02:10 02:50 01:30:00 00:10:00  ; RUNNING 00:10, SUSPENDED 01:40, COMPLETE 01:50 ;                 ; and suspended in between
        01:00 02:10 02:50 01:30:00 -         ; RUNNING 00:10, SUSPENDED 01:40, COMPLETE 01:50 ;                 ; only the whole is long enough
        01:00 02:10 02:50 - -                ; RUNNING 00:10, COMPLETE 00:50                  ; HOUR_TWICE      ; nothing says which
        01:00 02:50 02:10 - -                ; RUNNING 00:50, COMPLETE 01:10                  ;                 ; no end is before its start
        01:00 02:10 04:00 01:50:00 00:00:00  ; RUNNING 01:10, COMPLETE 03:00                  ;                 ; began in the second hour
        02:20 02:10 04:00 01:50:00 00:00:00  ; RUNNING 01:10, COMPLETE 03:00                  ;                 ; and was submitted in the first
        01:00 02:10 - 00:10:00 00:00:00      ; RUNNING 00:10                                  ; HOUR_TWICE      ; it runs, and nobody knows since when
        01:00 01:10 03:10 01:00:00 00:00:00  ; RUNNING 23:10, COMPLETE 02:10                  ; ELAPSED_DIFFERS ; Elapsed of another zone
        01:00 01:10 03:10 09:00:00 -         ; RUNNING 23:10, COMPLETE 02:10                  ; ELAPSED_DIFFERS ; longer than the row
        """)
    void aTimeOfADoubledHourIsReadSoThatTheRowAgrees(String row, String states, @Nullable String note, String why)
            throws IOException {
        String[] cells = row.split(" ", -1);
        StringBuilder dump = new StringBuilder(
                        "JobIDRaw|User|AllocCPUS|State|Submit|Start|End|Elapsed|Suspended\n7|alice|4|")
                .append(cells[2].equals("-") ? "RUNNING" : "COMPLETED");
        for (int i = 0; i < 3; i++) {
            dump.append('|').append(cells[i].equals("-") ? "Unknown" : "2026-10-25T" + cells[i] + ":00");
        }
        dump.append('|')
                .append(cells[3].replace("-", ""))
                .append('|')
                .append(cells[4].replace("-", ""))
                .append('\n');
        Recorded<JobEvent> jobs = read(dump.toString(), ZoneId.of("Europe/Berlin"));
        assertEquals(List.of(), problems, why);
        assertEquals(
                states,
                jobs.events().stream()
                        .map(event -> event.getState() + " "
                                + event.getAt().toString().substring(11, 16))
                        .collect(Collectors.joining(", ")),
                why);
        assertEquals(
                note == null ? Set.of() : Set.of(OpenPoint.valueOf(note)),
                jobs.outcomes().notes().keySet().stream()
                        .filter(each -> each != OpenPoint.WAIT_UNTOLD)
                        .collect(Collectors.toSet()),
                why);
    }

    @Test
    void aRowThatEndsSaysWhenARunBeganOfWhichAnEarlierRowCouldNot() throws IOException {
        Recorded<JobEvent> jobs = read("""
                JobIDRaw|User|State|NCPUS|Submit|Start|End|Elapsed
                7|alice|RUNNING|1|2026-10-25T01:00:00|2026-10-25T02:10:00|Unknown|00:10:00
                7|alice|COMPLETED|1|2026-10-25T01:00:00|2026-10-25T02:10:00|2026-10-25T03:10:00|01:00:00
                """, ZoneId.of("Europe/Berlin"));
        assertEquals(Map.of(7L, 3600L), Allocated.cpuSeconds(jobs.events()));
        assertEquals(Set.of(OpenPoint.WAIT_UNTOLD), jobs.outcomes().notes().keySet());
    }

    @Test
    void aTimeThatTheClockSkipsIsRefused() throws IOException {
        read("""
                JobIDRaw|User|State|NCPUS|Start|End
                7|alice|COMPLETED|1|2026-03-29T02:30:00|2026-03-29T03:30:00
                """, ZoneId.of("Europe/Berlin"));
        assertEquals(
                List.of("dump:2: start: \"2026-03-29T02:30:00\" (expected: a time that exists in Europe/Berlin)"),
                problems);
    }

    /** Origin: made for this test; a pipe in a submit line, and a separator in a job's name. */
    @Test
    void aSeparatorInATextInventsNoUser() throws IOException {
        Recorded<JobEvent> jobs = sample("bar-in-submit-line.sacct", ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        assertEquals(
                Set.of("alice root/physics train", "alice root/physics wrap", "bob root/chem a|b"),
                jobs.events().stream()
                        .map(event -> event.getUser() + " " + event.getBank() + " " + event.getName())
                        .collect(Collectors.toSet()));
        assertEquals(Set.of(OpenPoint.WAIT_UNTOLD), jobs.outcomes().notes().keySet());
    }

    /** Columns behind JobIDRaw, Start, End, State and NCPUS; a row's values of them; user, bank and name, or the problem. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        JobName|User|Account           ; a|b|c|alice|bio         ; alice root/bio a|b|c ; one text only
        User|Account|Comment           ; alice|bio||x|y|         ; alice root/bio       ; a text that begins and ends with one
        User|Comment|UID|Account       ; alice|x|y|1001|bio      ; alice root/bio       ; one text only
        JobName|UID|User|Account|Comment ; a|7|8|alice|bio|x     ; which one is uid: "7" or "8" ; two ways, with another user in each
        JobName|UID|User|Account|Comment ; a|b|8|alice|bio|x     ; alice root/bio a|b   ; b is no number
        JobName|User|Account|WorkDir   ; a|b|alice|bio|/home/a   ; alice root/bio a|b   ; a directory begins with a slash
        JobName|User|Account|WorkDir   ; a|alice|bio|/home/a|b   ; alice root/bio a     ; and may have a separator
        JobName|User|Account|Comment   ; a|alice|bio|x|y         ; which one is user: "alice" or "bio" ; a user, or a part of the name
        JobName|Comment|User|Account   ; a|b|c|alice|bio         ; alice root/bio a     ; both are only texts, but the name is a guess
        JobName|User|Account|SubmitLine ; a b|al ice|bio|x|y     ; a text contains the separator ; fits nowhere
        Constraints|User|Account|SubmitLine ; x|y|alice|bio|sbatch a ; alice root/bio       ; a site's features may be alternatives
        User|Account                   ; alice|bio|x             ; 8 columns (expected: 7 ; no text
        """)
    void aRowWithSeparatorsTooManyIsCutWhereTheOtherColumnsLeaveRoomOrRefused(
            String columns, String values, String expected, String why) throws IOException {
        Recorded<JobEvent> jobs = read(
                "JobIDRaw|Start|End|State|NCPUS|" + columns + "\n7|2026-03-02T08:00:00|2026-03-02T09:00:00|COMPLETED|4|"
                        + values + "\n",
                ZoneOffset.UTC);
        String told = jobs.events().isEmpty()
                ? problems.get(0)
                : jobs.events().get(0).getUser() + " " + jobs.events().get(0).getBank() + " "
                        + jobs.events().get(0).getName();
        assertTrue(problems.isEmpty() ? told.strip().equals(expected) : told.contains(expected), why + ": " + told);
        assertEquals(why.endsWith("guess"), jobs.outcomes().notes().containsKey(OpenPoint.NAME_OPEN), why);
    }

    /** Origin: made for this test, after the way in which releases up to 19 print counts. */
    @Test
    void aCountWithAUnitIsRead() throws IOException {
        Recorded<JobEvent> jobs = sample("nodes-with-units.sacct", ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        assertEquals(
                Map.of(501L, 88_473_600L, 502L, 44_236_800L, 503L, 9_830_400L, 504L, 19_200L),
                Allocated.cpuSeconds(jobs.events()));
        assertEquals(
                Set.of("501 1536", "502 4608", "503 1024", "504 2"),
                jobs.events().stream()
                        .map(event -> event.getJobId() + " " + event.getNodes())
                        .collect(Collectors.toSet()));
        assertEquals(Set.of(OpenPoint.WAIT_UNTOLD), jobs.outcomes().notes().keySet());
    }

    /** NCPUS, NNodes, NodeList, AllocTRES; CPUs and nodes. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        1.50K;1.50K;n[0001-1537];cpu=1537,mem=4G ; 1537 1537 ; ;              the exact numbers stand elsewhere
        1.50K;1.50K;n[0001-1537];                ; 1536 1537 ; COUNT_ROUNDED; nothing says how many CPUs
        1.50K;2;n[1-2];cpu=2K                    ; 1536 2    ; COUNT_ROUNDED; another number than the rounded one
        2K;1.50K;bgp[000x113];cpu=2K             ; 2048 1536 ; COUNT_ROUNDED; nodes that cannot be counted
        2K;0.00K;n1;                             ; 2048 1    ; ;              rounded to nothing
        """)
    void aRoundedCountIsMadeExactOrCounted(
            String cpus,
            String nodes,
            String nodeList,
            @Nullable String tres,
            String expected,
            @Nullable String note,
            String why)
            throws IOException {
        Recorded<JobEvent> jobs = read(
                "JobIDRaw|User|State|Start|End|NCPUS|NNodes|NodeList|AllocTRES\n7|alice|COMPLETED|2016-05-02T08:00:00"
                        + "|2016-05-02T09:00:00|" + cpus + "|" + nodes + "|" + nodeList + "|"
                        + (tres == null ? "" : tres)
                        + "\n",
                ZoneOffset.UTC);
        JobEvent run = jobs.events().get(0);
        assertEquals(expected, run.getProcessors() + " " + run.getNodes(), why);
        assertEquals(note != null, jobs.outcomes().notes().containsKey(OpenPoint.COUNT_ROUNDED), why);
    }

    /** As releases of old say it of a job that was requeued: the submission of the second run also in the row of the first. */
    @Test
    void aSubmissionAfterTheStartDoesNotPutTheRunBackIntoTheQueue() throws IOException {
        Recorded<JobEvent> jobs = read("""
                JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End|Suspended
                7|alice|1001|physics|NODE_FAIL|4|2026-03-02T08:10:00|2026-03-02T08:00:00|2026-03-02T08:10:00|
                7|alice|1001|physics|COMPLETED|4|2026-03-02T08:10:00|2026-03-02T08:20:00|2026-03-02T08:50:00|
                """, ZoneOffset.UTC);
        assertEquals(List.of(), problems);
        assertEquals(Map.of(7L, 4L * 40 * 60), Allocated.cpuSeconds(jobs.events()));
        assertEquals(Map.of(OpenPoint.SUBMIT_LATE, 1L), jobs.outcomes().notes());
        assertTrue(
                jobs.events().stream().noneMatch(event -> event.getSubmitted().isAfter(event.getAt())));
    }

    private Recorded<JobEvent> sample(String name, ZoneId zone) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name), name)) {
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8), zone);
        }
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
