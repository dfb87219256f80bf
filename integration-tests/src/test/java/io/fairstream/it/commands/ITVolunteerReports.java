package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.SyntheticVolunteers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports and tables of the rows of {@link SyntheticVolunteers}. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITVolunteerReports {
    private static WrittenTopics topics;

    @BeforeAll
    static void start() throws Exception {
        topics = WrittenTopics.start();
        topics.write(Topics.HOSTS, Host::getHost, SyntheticVolunteers.HOSTS);
        topics.write(Topics.DAILY, SyntheticVolunteers::key, SyntheticVolunteers.DAILY);
        topics.write(Topics.BALANCES, Balance::getTarget, SyntheticVolunteers.BALANCES);
        topics.charge(SyntheticVolunteers.CHARGES);
    }

    @AfterAll
    static void stop() {
        topics.close();
    }

    private static List<String> shown(String... arguments) {
        Console console = topics.run(arguments);
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(List.of(), console.err());
        return console.out();
    }

    @Test
    void dailyShowsAllDaysOfTheTotalWithTheDayOnWhichNothingHappened() {
        List<String> lines = shown("report", "daily", "--json");
        assertEquals(3, lines.size(), lines::toString);
        assertEquals(
                "{\"scope\":\"total\",\"id\":\"\",\"day\":\"2026-03-03\",\"cpuSeconds\":0.0,\"gpuSeconds\":0.0,\"cpuFlops\":0.0,"
                        + "\"gpuFlops\":0.0,\"cpuEc\":0.0,\"gpuEc\":0.0,\"jobsSucceeded\":0,\"jobsFailed\":0,"
                        + "\"totalCpuSeconds\":21600.0,\"totalGpuSeconds\":3600.0,\"totalCpuFlops\":2.16E13,"
                        + "\"totalGpuFlops\":3.6E15,\"totalCpuEc\":50.0,\"totalGpuEc\":8333.333333333332,"
                        + "\"totalJobsSucceeded\":2,\"totalJobsFailed\":1,"
                        + "\"activeHosts\":0,\"activeGpuHosts\":0,\"activeUsers\":0}",
                lines.get(1));
        assertTrue(lines.get(2).contains("\"activeHosts\":3,\"activeGpuHosts\":1,\"activeUsers\":2"), lines.get(2));
    }

    @Test
    void dailyShowsPeopleTheWorkInTheUnitThatTheyWant() {
        List<String> flops = shown("report", "daily", "--scope", "user", "--id", "alice");
        assertTrue(
                flops.get(0).matches("USER +DAY +CPU \\(h\\) +GPU \\(h\\) +CPU FLOPS +GPU FLOPS .*TOTAL CPU FLOPS.*"),
                flops.get(0));
        assertTrue(flops.get(2).matches("alice +2026-03-02 +4\\.00 +0\\.00 +14\\.4000 T .*"), flops.get(2));
        List<String> cobblestones = shown("report", "daily", "--scope", "user", "--id", "alice", "--unit", "ec");
        assertTrue(cobblestones.get(0).contains("TOTAL CPU EC"), cobblestones.get(0));
        assertTrue(cobblestones.get(2).contains("33.33"), cobblestones.get(2));
    }

    @Test
    void dailyShowsAllOfAScopeOneAfterTheOther() {
        List<String> lines = shown("report", "daily", "--scope", "project", "--csv", "--end", "2026-03-04");
        assertEquals(
                List.of(
                        "id,day",
                        "einstein,2026-03-02",
                        "einstein,2026-03-03",
                        "rosetta,2026-03-02",
                        "rosetta,2026-03-03"),
                lines.stream()
                        .map(line -> line.split(",", -1)[1] + "," + line.split(",", -1)[2])
                        .toList());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "daily --scope galaxy             | 2 | galaxy",
                "daily --start -5                 | 2 | -5",
                "daily --start -0005-03-02        | 2 | -0005-03-02",
                "daily --start 2026-03-04 --end 2026-03-02 | 2 | (expected: before the end, 2026-03-02T00:00:00Z)",
                "daily --id einstein              | 2 | --id: einstein (expected: a --scope of",
                "daily --unit watts               | 2 | watts",
                "daily --scope user --id nobody   | 1 | daily: user nobody has no row (expected: an id that report daily --scope user",
                "hosts --min-share 0.5            | 2 | (expected: --capped with it)",
                "hosts --capped --min-share 1.5   | 2 | --min-share: 1.5 (expected: 0 to 1)",
                "hosts --user nobody              | 1 | hosts: user nobody has none",
                "balances --at soon               | 2 | soon",
                "balances --target nothing        | 1 | balances: target nothing has none (expected: a project",
                "leaders --by credit              | 2 | credit",
                "leaders --days 0                 | 2 | --days: 0 (expected: >= 1)",
                "leaders --top 0                  | 2 | --top: 0 (expected: >= 1)",
                "work --by galaxy                 | 2 | galaxy",
                "work --start 2026-03-04 --end 2026-03-02 | 2 | (expected: before the end, 2026-03-02T00:00:00Z)",
                "balances --at 2026-03-03T00:00:00Z | 1 | (expected: 2026-03-04T00:00:00Z or later, to which target einstein",
                "balances --json --csv            | 2 | given together",
            })
    void whatCannotBeMeantIsToldInALine(String arguments, int exitCode, String told) {
        Console console =
                topics.run(Stream.of(("report " + arguments).split(" ", -1)).toArray(String[]::new));
        assertEquals(exitCode, console.exitCode(), console.toString());
        assertEquals(List.of(), console.out());
        assertTrue(console.err().get(0).contains(told), console.toString());
    }

    @Test
    void aPeriodWithoutRowsIsEmptyAndSaysSo() {
        Console console = topics.run("report", "daily", "--start", "2026-03-05", "--end", "2026-03-09", "--json");
        assertEquals(0, console.exitCode());
        assertEquals(List.of(), console.out());
        assertEquals(
                List.of("daily: total has rows from 2026-03-02 to 2026-03-04, none of them in the period"),
                console.err());
    }

    @Test
    void hostsShowsWhatEachDidInAll() {
        String columns = "host,user,processors,gpus,cpuSeconds,gpuFlops,jobsFailed,cutCpuSeconds,lastReport";
        assertEquals(
                List.of(
                        columns,
                        "h2,bob,2,1,7200.0,3.6E15,1,800.0,2026-03-02T11:00:00Z",
                        "h3,bob,1,0,0.0,0.0,0,,2026-03-02T11:00:00Z"),
                shown("report", "hosts", "--user", "bob", "--csv", "--columns", columns));
    }

    @Test
    void cappedHostsAreThoseOfWhoseReportsMoreThanAShareWasCut() {
        List<String> lines = shown("report", "hosts", "--capped", "--json");
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("\"cutShare\":0.1,"), lines.get(0));
        assertTrue(
                lines.get(0).contains("\"cutCpuSeconds\":800.0,\"cutGpuSeconds\":0.0,\"cutCpuFlops\":8.0E11,"),
                lines.get(0));
        assertEquals(
                List.of(), shown("report", "hosts", "--capped", "--min-share", "0.1", "--json"), "not more than 10 %");
    }

    @Test
    void balancesGrowUntilTheInstantAndStopAtTheCap() {
        List<String> lines = shown("report", "balances", "--at", "2026-03-04T03:30:00Z", "--json");
        assertEquals(3, lines.size(), lines::toString);
        assertEquals(-2.5778e15, Json.line(lines.get(0)).get("balance").asDouble(), 1e3, "two hours more");
        assertEquals(5.1e13, Json.line(lines.get(0)).get("accrued").asDouble());
        String later = shown("report", "balances", "--at", "2027-03-04T03:30:00Z", "--json")
                .get(0);
        assertEquals(2e15, Json.line(later).get("balance").asDouble());
        assertTrue(Json.line(later).get("withheld").asDouble() > 0, later);
        assertEquals(
                "{\"target\":\"rosetta/fold\",\"unit\":\"FLOPs\",\"lately\":7.2E12,\"latelySince\":\"2026-03-02\"}",
                lines.get(2));
    }

    @ParameterizedTest
    @CsvSource({
        "hosts,    h2,                    '\"host\":\"h2\"'",
        "daily,    user|alice|2026-03-04, '\"scope\":\"USER\",\"id\":\"alice\",\"day\":\"2026-03-04\"'",
        "balances, rosetta/fold,          '\"target\":\"rosetta/fold\"'",
        "charges,  total|,                '\"account\":\"total|\"'",
    })
    void aKeyOfATableIsFoundInWhateverPartitionItStands(String table, String key, String part) {
        List<String> lines = shown("table", table, "--key", key, "--json");
        assertTrue(!lines.isEmpty() && lines.stream().allMatch(line -> line.contains(part)), lines::toString);
    }

    @Test
    void balancesAreATableThatIsEvaluated() {
        List<String> lines = shown("table", "balances", "--key", "einstein", "--at", "2026-03-04T03:30:00Z", "--json");
        assertTrue(lines.get(0).contains("\"asOf\":\"2026-03-04T03:30:00Z\""), lines::toString);
        assertTrue(lines.get(0).contains("\"accrued\":5.1E13"), lines::toString);
    }

    @Test
    void tablesOfDecisionsAndAssignmentsCanBeEmpty() {
        for (String table : List.of("assignments", "allocations", "projects", "preferences")) {
            assertEquals(List.of(), shown("table", table, "--json"));
        }
    }

    @Test
    void theJournalShowsPeopleWhatWasDone() {
        List<String> lines = shown("table", "charges");
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("total|") && line.contains("3.62160 P")),
                lines::toString);
    }
}
