package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lines are synthetic; the zone is an hour east of UTC. */
class CompletionLogTest {
    private final List<String> problems = new ArrayList<>();

    @Test
    void readsALine() throws IOException {
        Recorded<JobEvent> jobs = read(line("7", "my job", "FAILED", "08:10:00", "09:00:00", "n[1-2]")
                + " ReservationName=school Tres=cpu=4,mem=8G,node=2,billing=4 Account=astro QOS=normal WcKey=*survey"
                + " Cluster=tux SubmitTime=2026-03-02T08:00:00 EligibleTime=2026-03-02T08:00:00 ArrayJobId=5"
                + " ArrayTaskId=2 DerivedExitCode=0:0 ExitCode=3:0 \n");
        assertEquals(List.of(), problems);
        assertEquals(
                List.of("7 PENDING 07:00", "7 RUNNING 07:10", "7 COMPLETE 08:00 FAILED 3"), EventTexts.brief(jobs));
        JobEvent end = jobs.events().get(2);
        assertEquals("tux", end.getCluster());
        assertEquals("alice", end.getUser());
        assertEquals(1001, end.getUserId());
        assertEquals(List.of("physics"), end.getGroups());
        assertEquals("my job", end.getName());
        assertEquals("root/astro", end.getBank());
        assertEquals(4, end.getProcessors());
        assertEquals(2, end.getNodes());
        assertEquals(8192, end.getMemoryMiB());
        assertEquals(30, end.getTimeLimitMinutes());
        assertEquals("survey", end.getWckey());
        assertEquals("school", end.getReservation());
    }

    /** As releases before 14.11 wrote it, and a name that looks like fields. */
    @Test
    void readsTheFieldsOfOldWithNamesThatHoldAnything() throws IOException {
        Recorded<JobEvent> jobs =
                read(line("8", "a=b Partition=x JobState=COMPLETED", "TIMEOUT", "08:10:00", "09:00:00", "n1") + "\n");
        assertEquals(List.of("8 RUNNING 07:10", "8 COMPLETE 08:00 TIMEOUT null"), EventTexts.brief(jobs));
        assertEquals("a=b Partition=x JobState=COMPLETED", jobs.events().get(0).getName());
        assertEquals("other", jobs.events().get(0).getCluster());
    }

    @Test
    void aJobThatNeverRanAndLinesThatCannotBeReadAreTold() throws IOException {
        Recorded<JobEvent> jobs =
                read(line("9", "x", "CANCELLED", "Unknown", "09:00:00", "(null)") + "\n\nJobId=ten UserId=a\n");
        assertEquals(
                Map.of(Outcome.NEVER_RAN, 1L, Outcome.MALFORMED, 1L),
                jobs.outcomes().counts());
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).startsWith("log:3: line: \"JobId=ten UserId=a\" (expected: JobId="), problems.get(0));
    }

    @Test
    void aRunThatWasRequeuedWaitsAndOneOfNoStateThatEndsARunIsRefused() throws IOException {
        Recorded<JobEvent> jobs = read(line("9", "x", "PENDING", "08:10:00", "09:00:00", "n1") + "\n"
                + line("9", "x", "RUNNING", "08:10:00", "09:00:00", "n1") + "\n"
                + line("9", "x", "FROBNICATED", "08:10:00", "09:00:00", "n1") + "\n");
        assertEquals(List.of("9 RUNNING 07:10", "9 PENDING 08:00"), EventTexts.brief(jobs));
        assertEquals(
                List.of(
                        "log:2: JobState: \"RUNNING\" (expected: a state that ends a run, such as COMPLETED or "
                                + "REQUEUED)",
                        "log:3: JobState: \"FROBNICATED\" (expected: a Slurm state, such as RUNNING or CANCELLED by "
                                + "17)"),
                problems);
    }

    /** On 2026-10-25 the clock of Berlin shows 2:00 to 3:00 twice; jobs of 4 processors by their start and end. */
    @Test
    void anHourThatTheClockShowsTwiceIsReadInTheOrderOfTheLog() throws IOException {
        StringBuilder log = new StringBuilder();
        for (String run :
                List.of("1 01:50 02:10", "2 02:15 02:45", "3 02:50 02:20", "4 01:30 02:40", "5 00:30 04:30")) {
            String[] words = run.split(" ", -1);
            log.append(line(words[0], "x", "COMPLETED", words[1] + ":00", words[2] + ":00", "n1")
                            .replace("2026-03-02", "2026-10-25"))
                    .append('\n');
        }
        Recorded<JobEvent> jobs = read(log.toString(), "Europe/Berlin");
        assertEquals(List.of(), problems);
        assertEquals(
                Map.of(1L, 4800L, 2L, 7200L, 3L, 7200L, 4L, 4 * 7800L, 5L, 4 * 5 * 3600L),
                Allocated.cpuSeconds(jobs.events()));
    }

    @Test
    void aDirectoryThatRepeatsTheFieldsOfALineInventsNoAccount() throws IOException {
        String rest =
                " ReservationName= Tres=cpu=4 Account=astro QOS=normal WcKey= Cluster=tux SubmitTime=2026-03-02T08:00:00"
                        + " EligibleTime=2026-03-02T08:00:00 ExitCode=0:0 ";
        String line = line("9", "x", "FAILED", "08:10:00", "09:00:00", "n1");
        Recorded<JobEvent> jobs = read(line + rest.replace("astro", "bio") + "x" + rest + "\n"
                + line.replace("WorkDir=", "WorkDir=/x JobState=FAILED Partition= TimeLimit=1 StartTime=") + "\n");
        assertEquals(List.of(), EventTexts.brief(jobs));
        assertEquals(2, jobs.outcomes().of(Outcome.MALFORMED), problems::toString);
    }

    private static String line(String id, String name, String state, String start, String end, String nodes) {
        return "JobId=" + id + " UserId=alice(1001) GroupId=physics(500) Name=" + name + " JobState=" + state
                + " Partition=batch TimeLimit=30 StartTime=" + (start.equals("Unknown") ? "" : "2026-03-02T") + start
                + " EndTime=2026-03-02T" + end + " NodeList=" + nodes + " NodeCnt=2 ProcCnt=4 WorkDir=/home/my dir";
    }

    private Recorded<JobEvent> read(String log) throws IOException {
        return read(log, "+01:00");
    }

    private Recorded<JobEvent> read(String log, String zone) throws IOException {
        return CompletionLog.read(
                "log",
                new BufferedReader(new StringReader(log)),
                new SacctDump.Options("other", ZoneId.of(zone)),
                problem -> problems.add(problem.toString()));
    }
}
