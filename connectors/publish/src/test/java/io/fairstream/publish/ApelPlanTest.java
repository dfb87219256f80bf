package io.fairstream.publish;

import static io.fairstream.publish.PublishedJobs.all;
import static io.fairstream.publish.PublishedJobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApelPlanTest {
    private static final long MICROS = 1_000_000;
    private static final VoMap VOS = VoMap.parse(
            "vos",
            List.of(
                    "# who is whose",
                    "",
                    "user,alice,atlas,/atlas,Role=production,/DC=org/O=Example, Inc/CN=Alice",
                    "bank,root/physics,cms"));
    private static final ApelSite SITE = new ApelSite("TUX-HPC", "grid", VOS);
    private static final ApelFormat PLAIN = new ApelFormat(Map.of());

    /** The memory of an outbox. */
    private final Map<String, Map<String, String>> earlier = new HashMap<>();

    private Plan plan(ApelFormat format, FinishedJobs jobs, @Nullable YearMonth month, boolean takesBack) {
        Plan plan = ApelPlan.of(SITE, format, jobs, earlier, month, takesBack);
        plan.messages().forEach(message -> message.items().forEach(each -> earlier.put(each.id(), each.values())));
        return plan;
    }

    private List<String> send(FinishedJob... jobs) {
        return plan(PLAIN, all(jobs), null, false).messages().stream()
                .map(Message::text)
                .toList();
    }

    @Test
    void aMonthIsOneMessageOfASummaryForEachUserVoAndSize() {
        List<String> messages = send(
                job(1, "alice", "root/physics", 8, 10, 4),
                job(2, "alice", "root/physics", 9, 10.5, 4),
                job(3, "alice", "root/physics", 8, 9, 8),
                job(4, "bob", "root/physics/theory", 1, 2, 1),
                job(5, "erin", "root/bio", -30, -29, 2));
        assertEquals(List.of("""
                        APEL-summary-job-message: v0.2
                        Site: TUX-HPC
                        Month: 2
                        Year: 2026
                        GlobalUserName: erin
                        SubmitHost: tux
                        InfrastructureType: grid
                        NodeCount: 1
                        Processors: 2
                        EarliestEndTime: 1772305200
                        LatestEndTime: 1772305200
                        WallDuration: 3600
                        CpuDuration: 3600
                        NumberOfJobs: 1
                        %%
                        """, """
                        APEL-summary-job-message: v0.2
                        Site: TUX-HPC
                        Month: 3
                        Year: 2026
                        GlobalUserName: /DC=org/O=Example, Inc/CN=Alice
                        VO: atlas
                        VOGroup: /atlas
                        VORole: Role=production
                        SubmitHost: tux
                        InfrastructureType: grid
                        NodeCount: 1
                        Processors: 4
                        EarliestEndTime: 1772445600
                        LatestEndTime: 1772447400
                        WallDuration: 12600
                        CpuDuration: 25200
                        NumberOfJobs: 2
                        %%
                        Site: TUX-HPC
                        Month: 3
                        Year: 2026
                        GlobalUserName: /DC=org/O=Example, Inc/CN=Alice
                        VO: atlas
                        VOGroup: /atlas
                        VORole: Role=production
                        SubmitHost: tux
                        InfrastructureType: grid
                        NodeCount: 1
                        Processors: 8
                        EarliestEndTime: 1772442000
                        LatestEndTime: 1772442000
                        WallDuration: 3600
                        CpuDuration: 14400
                        NumberOfJobs: 1
                        %%
                        Site: TUX-HPC
                        Month: 3
                        Year: 2026
                        GlobalUserName: bob
                        VO: cms
                        SubmitHost: tux
                        InfrastructureType: grid
                        NodeCount: 1
                        Processors: 1
                        EarliestEndTime: 1772416800
                        LatestEndTime: 1772416800
                        WallDuration: 3600
                        CpuDuration: 1800
                        NumberOfJobs: 1
                        %%
                        """), messages);
        messages.forEach(ApelMessage::parse);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    hepspec=10.5                 | APEL-summary-job-message: v0.3        | 37800
                    HEPscore23=20                | APEL-normalised-summary-message: v0.4 | {HEPscore23: 72000}
                    hepspec=10.5,HEPscore23=20.1 | APEL-normalised-summary-message: v0.4 | {HEPscore23: 72360, hepspec: 37800}
                    """)
    void normalisedDurationsAreOfTheBenchmark(String benchmarks, String header, String wall) {
        Map<String, BigDecimal> given = new HashMap<>();
        for (String each : benchmarks.split(",", -1)) {
            given.put(each.split("=", 2)[0], new BigDecimal(each.split("=", 2)[1]));
        }
        Plan plan = plan(new ApelFormat(given), all(job(1, "alice", "root/physics", 8, 9, 4)), null, false);
        ApelMessage message = ApelMessage.parse(plan.messages().get(0).text());
        assertEquals(header, message.header());
        assertEquals(wall, message.blocks().get(0).get("NormalisedWallDuration"));
    }

    @Test
    void whatIsToldIsNotToldAgain() {
        FinishedJob[] jobs = {job(1, "alice", "root/physics", 8, 10, 4), job(2, "bob", "root/physics", 8, 9, 1)};
        assertEquals(1, send(jobs).size());
        assertEquals(List.of(), send(jobs));
    }

    @Test
    void aCorrectedJobReplacesItsSummaryAndNoOther() {
        FinishedJob bob = job(2, "bob", "root/physics", 8, 9, 1);
        send(job(1, "alice", "root/physics", 8, 10, 4), bob);
        ApelMessage message = only(send(job(1, "alice", "root/physics", 8, 11, 4), bob));
        assertEquals(1, message.blocks().size());
        assertEquals(3 * 3600, message.sum("WallDuration"));
        assertEquals(1, message.sum("NumberOfJobs"));
    }

    /** APEL has no way to delete a summary: one without jobs says that it was wrong. */
    @Test
    void aSummaryOfWhichNoJobIsLeftComesWithZeros() {
        send(job(1, "alice", "root/physics", 8, 10, 4));
        ApelMessage message = only(send(job(1, "alice", "root/physics", 8, 10, 8)));
        assertEquals(2, message.blocks().size());
        assertEquals(List.of("0", "1"), values(message, "NumberOfJobs"));
        assertEquals(List.of("0", "7200"), values(message, "WallDuration"));
        assertEquals(List.of("4", "8"), values(message, "Processors"));
        assertEquals(List.of(), send(job(1, "alice", "root/physics", 8, 10, 8)), "it stays empty");
    }

    @Test
    void aJobThatEndedInAnotherMonthMoves() {
        send(job(1, "alice", "root/physics", -29, -25, 4));
        List<String> messages = send(job(1, "alice", "root/physics", -29, 1, 4));
        assertEquals(2, messages.size());
        assertEquals(0, ApelMessage.parse(messages.get(0)).sum("NumberOfJobs"));
        assertEquals(30 * 3600, ApelMessage.parse(messages.get(1)).sum("WallDuration"));
        assertEquals(List.of(), send(job(1, "alice", "root/physics", -29, 1, 4)));
    }

    /** Between two messages a process may be killed. */
    @Test
    void eachMonthByItselfLeadsToTheSame() {
        send(job(1, "alice", "root/physics", -29, -25, 4));
        FinishedJobs moved = all(job(1, "alice", "root/physics", -29, 1, 4));
        assertEquals(
                1, plan(PLAIN, moved, YearMonth.of(2026, 3), false).messages().size());
        ApelMessage february = only(plan(PLAIN, moved, null, false).messages().stream()
                .map(Message::text)
                .toList());
        assertEquals(List.of("2"), values(february, "Month"));
        assertEquals(0, february.sum("NumberOfJobs"));
    }

    @Test
    void jobsThatArePurgedStayAsTheyWereTold() {
        FinishedJob purged = job(1, "alice", "root/physics", 8, 10, 4);
        send(purged);
        FinishedJobs later = FinishedJobs.of("t", List.of(), PublishedJobs.rows(purged));
        assertEquals(List.of(), plan(PLAIN, later, null, false).messages());
        FinishedJob more = job(2, "alice", "root/physics", 9, 10, 4);
        FinishedJobs andMore = FinishedJobs.of("t", List.of(more.job()), PublishedJobs.rows(purged, more));
        ApelMessage message = only(plan(PLAIN, andMore, null, false).messages().stream()
                .map(Message::text)
                .toList());
        assertEquals(2, message.sum("NumberOfJobs"));
        assertEquals(3 * 3600, message.sum("WallDuration"));
    }

    @Test
    void jobsWithoutAnAccountAreTakenBackOnlyWhenAsked() {
        FinishedJob gone = job(1, "alice", "root/physics", 8, 10, 4);
        FinishedJob stays = job(2, "alice", "root/physics", 9, 10, 4);
        send(gone, stays);
        Plan asked = plan(PLAIN, all(stays), null, false);
        assertEquals(List.of(gone.id()), asked.vanished());
        assertEquals(List.of(), asked.messages(), "another cluster would take everything back");
        Plan back = plan(PLAIN, all(stays), null, true);
        assertEquals(List.of(), back.vanished());
        assertEquals(1, ApelMessage.parse(back.messages().get(0).text()).sum("NumberOfJobs"));
        assertEquals(List.of(), plan(PLAIN, all(stays), null, false).messages());
    }

    /** Processors x wall time of all summaries is what all jobs were allocated: exactly in the ledger, to a second for each summary in messages. */
    @Test
    void allSummariesTogetherAreWhatAllJobsWereAllocated() {
        for (int seed = 0; seed < 50; seed++) {
            earlier.clear();
            Random random = new Random(seed);
            List<FinishedJob> jobs = new ArrayList<>();
            long allocated = 0;
            for (int id = 1; id <= 1 + random.nextInt(60); id++) {
                double from = random.nextInt(24 * 60);
                FinishedJob job = job(
                        id,
                        List.of("alice", "bob", "erin").get(random.nextInt(3)),
                        List.of("root/physics", "root/bio").get(random.nextInt(2)),
                        from,
                        from + random.nextInt(100_000_000) / 3.6e6,
                        1 << random.nextInt(4));
                jobs.add(job);
                allocated += job.allocatedMicros();
                if (random.nextInt(10) == 0) {
                    send(jobs.toArray(FinishedJob[]::new));
                }
            }
            plan(PLAIN, all(jobs.toArray(FinishedJob[]::new)), null, false);
            long blocks = 0;
            long seconds = 0;
            long sentAllocated = 0;
            for (Map.Entry<String, Map<String, String>> each : earlier.entrySet()) {
                if (each.getKey().startsWith("block ")) {
                    int processors = (int) number(each.getValue(), "Processors");
                    seconds += processors * number(each.getValue(), "WallDuration");
                    blocks += processors;
                } else {
                    sentAllocated += number(each.getValue(), "allocatedMicros");
                }
            }
            assertEquals(allocated, sentAllocated, "seed " + seed);
            assertEquals((double) allocated / MICROS, (double) seconds, blocks * 0.5 + 0.5, "seed " + seed);
        }
    }

    private static long number(Map<String, String> values, String name) {
        return Long.parseLong(Objects.requireNonNull(values.get(name)));
    }

    @Test
    void suspendedTimeIsNoWallTimeAndAJobWithoutSizeRanFromStartToEnd() {
        FinishedJob suspended = job(1, "alice", "root/physics", 0, 4, 4);
        FinishedJob half = new FinishedJob(
                suspended.job(),
                JobAccounting.newBuilder(suspended.accounting())
                        .setCpuTimeAllocatedMicros(suspended.allocatedMicros() / 2)
                        .build(),
                0,
                1);
        assertEquals(Duration.ofHours(2).toMillis() * 1000, half.wallMicros());
        FinishedJob unsized = new FinishedJob(
                Job.newBuilder(suspended.job()).setProcessors(null).build(), suspended.accounting(), 0, 1);
        assertEquals(Duration.ofHours(4).toMillis() * 1000, unsized.wallMicros());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    user,alice            | vos:1: "user,alice" (expected: user,NAME,VO or bank,PATH,VO, then group, role and global name if they are known)
                    group,alice,atlas     | vos:1: "group,alice,atlas" (expected: user,NAME,VO or bank,PATH,VO, then group, role and global name if they are known)
                    user,,atlas           | vos:1: "user,,atlas" (expected: user,NAME,VO or bank,PATH,VO, then group, role and global name if they are known)
                    """)
    void linesThatAreNoneAreRefused(String line, String refusal) {
        assertEquals(
                refusal,
                assertThrows(IllegalArgumentException.class, () -> VoMap.parse("vos", List.of(line)))
                        .getMessage());
    }

    @Test
    void whatIsWrongIsRefusedInALine() {
        assertEquals(
                "vos:2: user alice again (expected: once)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> VoMap.parse("vos", List.of("user,alice,a", "user,alice,b")))
                        .getMessage());
        assertEquals(
                "benchmark: speed=1 (expected: hepspec=N or HEPscore23=N, N above 0)",
                assertThrows(IllegalArgumentException.class, () -> new ApelFormat(Map.of("speed", BigDecimal.ONE)))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new ApelSite("A\nB", "grid", VoMap.NONE));
        assertThrows(IllegalArgumentException.class, () -> new ApelSite("A", "cloud", VoMap.NONE));
        FinishedJob odd = job(1, "eve\nVO: atlas", "root/physics", 0, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> send(odd));
    }

    @Test
    void withoutAMapTheAccountIsTheVo() {
        assertEquals("theory", VoMap.NONE.of("alice", "root/physics/theory").vo());
        assertEquals("", VoMap.NONE.of("alice", "").vo());
        assertEquals("", VOS.of("erin", "root/bio").vo(), "with a map only what it says");
        assertEquals("cms", VOS.of("bob", "root/physics/theory/strings").vo());
    }

    private static ApelMessage only(List<String> messages) {
        assertEquals(1, messages.size(), messages.toString());
        return ApelMessage.parse(messages.get(0));
    }

    private static List<String> values(ApelMessage message, String key) {
        return message.blocks().stream()
                .map(block -> Objects.requireNonNull(block.get(key)))
                .toList();
    }
}
