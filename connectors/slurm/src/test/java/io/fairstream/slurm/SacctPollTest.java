package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Problem;
import io.fairstream.schemas.JobEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SacctPollTest {
    private static final String HEADER =
            "JobIDRaw|Cluster|Account|User|UID|Group|GID|Partition|State|Submit|Start|End|Elapsed|NNodes|"
                    + "AllocCPUS|ReqCPUS|ReqMem|Timelimit|NodeList|TotalCPU|MaxRSS|NTasks|JobName\n";

    private final SacctPoll sacct = new SacctPoll("tux", ZoneOffset.UTC);
    private final NewEvents<JobEvent> unseen = new NewEvents<>();
    private final List<Problem> problems = new ArrayList<>();

    /** A row of job 7 of alice. */
    private static String row(String state, String start, String end) {
        return "7|tux|physics|alice|1001|alice|1001|main|" + state + "|2026-03-02T08:00:00|" + start + "|" + end
                + "|00:04:00|1|" + (start.equals("Unknown") ? "0" : "4") + "|4|1000M|01:00:00|"
                + (start.equals("Unknown") ? "None assigned" : "n1") + "|00:00:00|||wrap\n";
    }

    private List<String> poll(String answer) {
        List<JobEvent> all = sacct.read(HEADER + answer, problems::add).events();
        List<String> found = unseen.of(all).stream()
                .map(event -> event.getState() + " " + event.getAt() + " " + event.getProcessors())
                .toList();
        unseen.keep(all);
        return found;
    }

    @Test
    void eachAnswerBringsWhatIsNew() {
        String waits = row("PENDING", "Unknown", "Unknown");
        String runs = row("RUNNING", "2026-03-02T08:01:00", "Unknown");
        String ended = row("COMPLETED", "2026-03-02T08:01:00", "2026-03-02T08:05:00");
        assertEquals(List.of("PENDING 2026-03-02T08:00:00Z 4"), poll(waits));
        assertEquals(List.of(), poll(waits));
        assertEquals(List.of("RUNNING 2026-03-02T08:01:00Z 4"), poll(runs));
        assertEquals(List.of(), poll(runs));
        assertEquals(List.of("COMPLETE 2026-03-02T08:05:00Z 4"), poll(ended));
        assertEquals(List.of(), poll(ended));
        assertEquals(List.of(), poll(""));
        assertEquals(List.of(), problems);
    }

    /** Found not asked for: a job's GPUs, QOS, WCKey, reservation, exit code and energy. */
    @Test
    void asksForAllThatItReads() {
        List<String> command = sacct.command(Instant.EPOCH);
        String header = command.get(command.size() - 1).replace("--format=", "").replace(",", "|") + "\n";
        String waits =
                "7|tux|physics|alice|1001|alice|1001|main|high|*web|maint|PENDING|0:0|1772438400|Unknown|Unknown|00:00:00|"
                        + "1|0|4|1000M|billing=4,cpu=4,gres/gpu=2,mem=4000M,node=1|||01:00:00|None assigned|00:00:00|||wrap\n";
        String runs = waits.replace("PENDING|0:0|1772438400|Unknown|", "RUNNING|0:0|1772438400|1772438460|")
                .replace("|1|0|4|", "|1|4|4|")
                .replace("node=1||", "node=1|billing=6,cpu=4,gres/gpu=2,mem=4000M,node=1|")
                .replace("None assigned", "n1");
        String ended = runs.replace(
                        "RUNNING|0:0|1772438400|1772438460|Unknown|00:00:00",
                        "FAILED|3:0|1772438400|1772438460|1772438700|00:04:00")
                .replace("billing=6,cpu=4,", "billing=6,cpu=4,energy=1200,")
                .replace("mem=4000M,node=1||01:00", "mem=4000M,node=1|1200|01:00");
        assertEquals(
                List.of("PENDING billing=4,cpu=4,gres/gpu=2,mem=4000M,node=1 2 high web maint null null"),
                details(header + waits));
        assertEquals(
                List.of("RUNNING billing=6,cpu=4,gres/gpu=2,mem=4000M,node=1 2 high web maint null null"),
                details(header + runs));
        assertEquals(
                List.of("COMPLETE billing=6,cpu=4,gres/gpu=2,mem=4000M,node=1 2 high web maint 3 1200000"),
                details(header + ended));
        assertEquals(List.of(), problems);
    }

    private List<String> details(String answer) {
        List<JobEvent> all = sacct.read(answer, problems::add).events();
        List<String> found = unseen.of(all).stream()
                .map(event -> String.join(
                        " ",
                        String.valueOf(event.getState()),
                        event.getTres(),
                        String.valueOf(event.getGpus()),
                        event.getQos(),
                        event.getWckey(),
                        event.getReservation(),
                        String.valueOf(event.getExitCode()),
                        String.valueOf(event.getEnergyMillijoules())))
                .toList();
        unseen.keep(all);
        return found;
    }

    /** After a restart the same events come again; the topology knows them. */
    @Test
    void aNewStartTellsTheSame() {
        String ended = row("COMPLETED", "2026-03-02T08:01:00", "2026-03-02T08:05:00");
        poll(row("PENDING", "Unknown", "Unknown"));
        poll(row("RUNNING", "2026-03-02T08:01:00", "Unknown"));
        List<JobEvent> before = sacct.read(HEADER + row("RUNNING", "2026-03-02T08:01:00", "Unknown"), problems::add)
                .events();
        List<JobEvent> after = sacct.read(HEADER + ended, problems::add).events();
        assertTrue(after.containsAll(before), after + " " + before);
    }

    @Test
    void asksInTheClustersZone() {
        List<String> command =
                new SacctPoll("tux", ZoneId.of("Europe/Zurich")).command(Instant.parse("2026-07-02T08:00:00.999Z"));
        assertEquals(List.of("env", "SLURM_TIME_FORMAT=%s", "sacct"), command.subList(0, 3));
        assertTrue(command.contains("--starttime=2026-07-02T10:00:00"), command.toString());
    }

    /** At three o'clock it is two again: whichever of the two hours sacct takes, it is not too late. */
    @Test
    void asksForAnHourMoreWhereTheClockShowsItTwice() {
        SacctPoll zurich = new SacctPoll("tux", ZoneId.of("Europe/Zurich"));
        for (String since : List.of("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z")) {
            List<String> command = zurich.command(Instant.parse(since));
            assertTrue(command.contains("--starttime=2026-10-25T01:30:00"), command.toString());
        }
    }

    @Test
    void timesAreSecondsWhateverTheZone() {
        String row =
                "7|tux|physics|alice|1001|alice|1001|main|RUNNING|1761351000|1761354600|Unknown|00:04:00|1|4|4|1000M|01:00:00|n1|00:00:00|||wrap\n";
        assertEquals(
                List.of("2025-10-25T00:10:00Z", "2025-10-25T01:10:00Z"),
                new SacctPoll("tux", ZoneId.of("Europe/Zurich"))
                        .read(HEADER + row, problems::add).events().stream()
                                .map(event -> event.getAt().toString())
                                .toList());
    }

    @Test
    void asksAgainForTenMinutesThatSlurmMayBeLate() {
        assertEquals(
                Instant.parse("2026-03-02T07:50:00Z"),
                SacctPoll.next(Instant.parse("2026-03-02T08:00:00.123456Z"), List.of()));
    }

    /** Slurm has a row for each size; by the later row alone the job would have waited, and begun, with the change. */
    @Test
    void asksForTheEarlierRowsOfAResizedJobUntilItEnds() {
        String large = row("RESIZING", "2026-03-02T08:01:00", "2026-03-02T08:05:00");
        String small = row("RUNNING", "2026-03-02T08:05:00", "Unknown").replace("|1|4|4|", "|1|2|4|");
        assertEquals(
                List.of(
                        "PENDING 2026-03-02T08:00:00Z 4",
                        "RUNNING 2026-03-02T08:01:00Z 4",
                        "RUNNING 2026-03-02T08:05:00Z 2"),
                poll(large + small));
        assertEquals("2026-03-02T07:55:00Z", since(large + small));
        String ended = small.replace("RUNNING", "COMPLETED").replace("Unknown", "2026-03-02T08:09:00");
        assertEquals(List.of("COMPLETE 2026-03-02T08:09:00Z 2"), poll(large + ended));
        assertEquals("2026-03-02T09:50:00Z", since(large + ended));
    }

    @Test
    void asksForTheEarlierRunsOfARequeuedJobUntilItEnds() {
        String first = row("NODE_FAIL", "2026-03-02T08:01:00", "2026-03-02T08:05:00");
        String second = row("RUNNING", "2026-03-02T08:06:00", "Unknown").replace("T08:00:00|2026", "T08:05:00|2026");
        assertEquals("2026-03-02T07:55:00Z", since(first + second));
    }

    @Test
    void doesNotAskFarBackForAJobThatRunsLong() {
        assertEquals("2026-03-02T09:50:00Z", since(row("RUNNING", "2026-03-02T08:01:00", "Unknown")));
    }

    private String since(String answer) {
        return SacctPoll.next(
                        Instant.parse("2026-03-02T10:00:00Z"),
                        sacct.read(HEADER + answer, problems::add).events())
                .toString();
    }
}
