package io.fairstream.sonar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node with 4 processors, sampled every 30 s; the payloads are synthetic. */
class SonarSamplesTest {
    private static final String IDLE_CPUS = "100,100,100,100";

    private final List<String> problems = new ArrayList<>();

    @Test
    void theNodesTimeIsSharedOutToTheLastMicrosecond() throws IOException {
        List<SessionDelta> parts = read(
                        sample(0, IDLE_CPUS, job(17, 0, "alice", process(70, 1, 5, 1000))),
                        sample(30, "110,105,100,100", job(17, 0, "alice", process(70, 1, 17, 3000))))
                .events();
        SessionDelta.Builder about = SessionDelta.newBuilder()
                .setCluster("tux")
                .setNode("n7")
                .setIncarnation("sonar")
                .setSequence(1772438430)
                .setParts(3)
                .setFrom(Instant.parse("2026-03-02T08:00:00Z"))
                .setTo(Instant.parse("2026-03-02T08:00:30Z"))
                .setNodeProcessors(4);
        SessionDelta session = SessionDelta.newBuilder(about)
                .setSession(17)
                .setKind(SessionKind.PROCESSES)
                .setJobId(17)
                .setUser("alice")
                .setUserCpuMicros(12_000_000)
                .setRealMemoryKiBSeconds(60_000)
                .setVirtualMemoryKiBSeconds(120_000)
                .setRealMemoryHighwaterKiB(3000)
                .setVirtualMemoryHighwaterKiB(6000)
                .build();
        SessionDelta system = SessionDelta.newBuilder(about)
                .setSession(0)
                .setKind(SessionKind.SYSTEM)
                .setUserCpuMicros(3_000_000)
                .build();
        SessionDelta idle = SessionDelta.newBuilder(about)
                .setSession(-1)
                .setKind(SessionKind.IDLE)
                .setUserCpuMicros(105_000_000)
                .build();
        assertEquals(List.of(session, system, idle), parts);
    }

    /** Processes are pid:parent:CPU seconds; job 17 has those before the semicolon, process group 9 of bob those after it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        2:1:10         | 2:1:14         | 4  | 0  | what it used since
        2:1:10         | 2:1:14 3:2:20  | 24 | 0  | and what a new one used at all
        2:1:10         | 2:1:10 3:2:31  | 31 | 0  | a second more than it can use, by rounding
        2:1:10         | 2:1:10 3:2:32  | 0  | 0  | older than its first sample: counts from here on
        2:1:10 3:2:8   | 2:1:21         | 3  | 0  | its child ended with 8 and 2 more, and is in it now
        2:1:10 3:2:8 4:3:5 | 2:1:27     | 4  | 0  | its child and the child's child ended with 13
        2:1:10 3:2:8   | 2:1:11         | 0  | 0  | a child that nobody waited for; never below 0
        2:1:10 3:1:8   | 2:1:11         | 1  | 0  | an orphan's time goes to nobody who is seen
        2:1:10;3:2:8   | 2:1:20;        | 2  | 0  | a job within a job: what ended there is in the outer one now
        2:1:10         | 2:1:3          | 3  | 0  | another process with the same number
        2:1:10;9:1:1   | 2:1:12;9:1:4   | 2  | 3  | each owner his own
        2:1:10;        | ;9:1:4         | 0  | 4  | one is gone, one is new
        2:3:10 3:2:10  |                | 0  | 0  | parents in a circle
        """)
    void countsWhatWasUsedInTheInterval(String before, String after, long alice, long bob, String why)
            throws IOException {
        Recorded<SessionDelta> samples = read(sample(0, IDLE_CPUS, jobs(before)), sample(30, IDLE_CPUS, jobs(after)));
        Map<String, Long> used = new TreeMap<>(Map.of("alice", 0L, "bob", 0L));
        samples.events().stream()
                .filter(part -> part.getKind() == SessionKind.PROCESSES)
                .forEach(part -> used.merge(part.getUser(), part.getUserCpuMicros() / 1_000_000, Long::sum));
        assertEquals(Map.of("alice", alice, "bob", bob), used, why);
        assertBalanced(samples.events());
    }

    /** A process at half of one GPU and all of another, with 8 GiB and 2 GiB; both draw 300 W, then 500 W together. */
    @Test
    void gpusAreTimeAndMemoryOfSessionsAndEnergyOfTheNode() throws IOException {
        String idle = "{'pid':2,'ppid':1,'cmd':'x','cpu_time':10,'gpus':[]}";
        String busy = "{'pid':2,'ppid':1,'cmd':'x','cpu_time':10,'gpus':[{'index':0,'uuid':'a','gpu_util':50.0,"
                + "'gpu_memory':8388608},{'index':1,'uuid':'b','gpu_util':100,'gpu_memory':2097152}]}";
        List<SessionDelta> parts = read(
                        withGpus(sample(0, IDLE_CPUS, job(17, 0, "alice", idle)), 100, 200),
                        withGpus(sample(30, IDLE_CPUS, job(17, 0, "alice", busy)), 250, 250))
                .events();
        assertEquals(22_500_000, parts.get(0).getGpuTimeUsedMicros(), "half of 1.5 GPUs x 30 s");
        assertEquals(10_485_760L * 15, parts.get(0).getGpuMemoryKiBSeconds());
        assertEquals(10_485_760, parts.get(0).getGpuMemoryHighwaterKiB());
        parts.forEach(part -> assertEquals(12_000_000, part.getNodeEnergyMillijoules(), "400 W x 30 s"));
        assertBalanced(parts);
    }

    @Test
    void aShareOfAGpuThatCannotBeIsMalformed() throws IOException {
        read(sample(0, IDLE_CPUS, job(17, 0, "alice", "{'pid':2,'gpus':[{'gpu_util':-1}]}")));
        assertEquals(List.of("t.json:1: gpu_util: -1 (expected: 0 to 1000)"), problems);
    }

    private static String withGpus(String sample, int... watts) {
        String gpus = Arrays.stream(watts)
                .mapToObj(power -> "{'index':0,'uuid':'a','power':" + power + "}")
                .collect(Collectors.joining(","));
        return sample.replace("'cpus':", "'gpus':[" + gpus + "],'cpus':");
    }

    @Test
    void processesRolledIntoOneMayBecomeFewer() throws IOException {
        String before = "{'cmd':'mpi','ppid':1,'cpu_time':500,'rolledup':9}";
        String after = "{'cmd':'mpi','ppid':1,'cpu_time':400,'rolledup':7}";
        List<SessionDelta> parts = read(
                        sample(0, IDLE_CPUS, job(17, 0, "alice", before)),
                        sample(30, IDLE_CPUS, job(17, 0, "alice", after)))
                .events();
        assertEquals(0, parts.get(0).getUserCpuMicros());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        100,100,100,100 | 0   | 120 | nobody worked
        131,131,131,131 | 120 | 0   | seconds are rounded: no less than nothing is idle
        90,100,100,110  | 10  | 110 | a counter that goes back did not work
        """)
    void whatNobodyUsedIsIdleAndTheRestIsSystem(String cpus, long system, long idle, String why) throws IOException {
        List<SessionDelta> parts =
                read(sample(0, IDLE_CPUS, ""), sample(30, cpus, "")).events();
        assertEquals(system * 1_000_000, parts.get(0).getUserCpuMicros(), why);
        assertEquals(idle * 1_000_000, parts.get(1).getUserCpuMicros(), why);
        assertBalanced(parts);
    }

    @Test
    void ofSystemIsTakenWhatSessionsHaveTooMuch() throws IOException {
        List<SessionDelta> parts = read(
                        sample(0, IDLE_CPUS, job(17, 0, "alice", process(2, 1, 10, 0))),
                        sample(30, "101,100,100,100", job(17, 0, "alice", process(2, 1, 13, 0))))
                .events();
        assertEquals(-2_000_000, parts.get(1).getUserCpuMicros());
        assertBalanced(parts);
    }

    @Test
    void aNumberOfJobAndOfProcessGroupMayBeTheSame() throws IOException {
        String processes = job(17, 0, "alice", process(2, 1, 1, 0))
                + "," + job(17, 5, "_user_1002", process(3, 1, 1, 0))
                + "," + job(0, 5, "root", process(4, 1, 1, 0));
        List<SessionDelta> parts = read(sample(0, IDLE_CPUS, processes), sample(30, IDLE_CPUS, processes))
                .events();
        assertEquals(
                List.of("17/17/alice/null", "1/0/root/null", "18/0/_user_1002/1002"),
                parts.stream()
                        .filter(part -> part.getKind() == SessionKind.PROCESSES)
                        .map(part -> part.getSession() + "/" + part.getJobId() + "/" + part.getUser() + "/"
                                + part.getUserId())
                        .toList());
        assertBalanced(parts);
    }

    @Test
    void countersThatDoNotGoOnAreABase() throws IOException {
        String rebooted = sample(60, "1,1,1,1", "").replace("2026-01-01", "2026-03-02");
        Recorded<SessionDelta> samples = read(
                sample(0, IDLE_CPUS, ""),
                sample(30, IDLE_CPUS, ""),
                rebooted,
                rebooted.replace("1,1,1,1", "1,1").replace("08:01:00", "08:01:30"),
                sample(120, IDLE_CPUS, ""),
                sample(120 + 3600, IDLE_CPUS, ""),
                sample(120 + 3600 + 3601, IDLE_CPUS, ""));
        assertEquals(
                Map.of(Outcome.BASE, 5L, Outcome.SNAPSHOT, 2L),
                samples.outcomes().counts());
    }

    @Test
    void countsWhatItLeavesOut() throws IOException {
        Recorded<SessionDelta> samples = read(
                sample(0, IDLE_CPUS, ""),
                sample(0, IDLE_CPUS, ""),
                sample(30, "", ""),
                "{'errors':[]}",
                "{'data':{'type':'job'}}",
                sample(30, "-1", ""),
                sample(30, IDLE_CPUS, "{'job':1}"));
        assertEquals(
                Map.of(
                        Outcome.BASE, 1L,
                        Outcome.NOT_AFTER, 1L,
                        Outcome.NO_NODE_TIME, 1L,
                        Outcome.FAILED_PROBE, 1L,
                        Outcome.OTHER_KIND, 1L,
                        Outcome.MALFORMED, 2L),
                samples.outcomes().counts());
        assertEquals(
                List.of(
                        "t.json:6: cpus: -1 (expected: a whole number, 0 to 1125899906842624)",
                        "t.json:7: user: missing"),
                problems);
    }

    @Test
    void aSampleOfAnOlderSonarIsRefusedWithTheVersionThatIsNeeded() throws IOException {
        Recorded<SessionDelta> samples =
                read(sample(0, IDLE_CPUS, "").replace("'boot':'2026-01-01T00:00:00Z',", ""), sample(30, IDLE_CPUS, ""));
        assertEquals(
                Map.of(Outcome.OLD_SONAR, 1L, Outcome.BASE, 1L),
                samples.outcomes().counts());
        assertEquals(
                List.of("t.json:1: system.boot: missing (expected: a sample of sonar 0.18 or later; earlier ones "
                        + "have neither the boot time nor the number of threads of a process)"),
                problems);
    }

    private static void assertBalanced(List<SessionDelta> parts) {
        assertTrue(parts.size() >= 2);
        SessionDelta any = parts.get(0);
        long capacity = Duration.between(any.getFrom(), any.getTo()).toMillis() * 1000 * any.getNodeProcessors();
        assertEquals(
                capacity,
                parts.stream().mapToLong(SessionDelta::getUserCpuMicros).sum());
        assertEquals(parts.size(), any.getParts());
        assertEquals(
                parts.size(),
                parts.stream().map(SessionDelta::getSession).distinct().count());
    }

    private static String jobs(String text) {
        if (text == null) {
            return "";
        }
        String[] owners = text.split(";", -1);
        String alice = job(17, 0, "alice", processes(owners[0]));
        return owners.length == 1 ? alice : alice + "," + job(9, 5, "bob", processes(owners[1]));
    }

    private static String processes(String text) {
        List<String> all = new ArrayList<>();
        for (String each : text.isBlank() ? new String[0] : text.strip().split(" ", -1)) {
            String[] parts = each.split(":", -1);
            all.add(process(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), 0));
        }
        return String.join(",", all);
    }

    private static String process(long pid, long parent, long cpuSeconds, long residentKiB) {
        return String.format(
                "{'pid':%d,'ppid':%d,'cmd':'x','cpu_time':%d,'resident_memory':%d,'virtual_memory':%d}",
                pid, parent, cpuSeconds, residentKiB, 2 * residentKiB);
    }

    private static String job(long job, long epoch, String user, String processes) {
        return String.format("{'job':%d,'user':'%s','epoch':%d,'processes':[%s]}", job, user, epoch, processes);
    }

    private static String sample(long seconds, String cpus, String jobs) {
        Instant time = Instant.parse("2026-03-02T08:00:00Z").plusSeconds(seconds);
        return String.format(
                "{'data':{'type':'sample','attributes':{'time':'%s','cluster':'tux','node':'n7',"
                        + "'system':{'boot':'2026-01-01T00:00:00Z','cpus':[%s]},'jobs':[%s]}}}",
                time, cpus, jobs);
    }

    private Recorded<SessionDelta> read(String... payloads) throws IOException {
        String text = String.join("\n", payloads).replace('\'', '"');
        return SonarSamples.read("t.json", new StringReader(text), problem -> problems.add(problem.toString()));
    }
}
