package io.fairstream.rules.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.BalanceAccount;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Balances in hours of CPU time: 10 an hour more. */
class ProjectBoardTest {
    private static final long DAY = 20_000;
    private static final long START = DAY * UtcDays.MILLIS;
    private static final long HOUR = 3_600_000;

    private final ProjectBoard board = new ProjectBoard();

    private static Project project(String name, double share) {
        return new Project(name, "", share, List.of(new AppVersion("linux", false, false)), List.of());
    }

    private static TargetState owed(String project, String app, double initial) {
        Allocation allocation = new Allocation(
                Allocation.target(project, app), project, app, initial, 10, Duration.ofHours(1), START, null, 100.0);
        BalanceAccount account = new BalanceAccount();
        account.allocate(allocation);
        account.charge(ChargeUnit.SECONDS, START + 2 * HOUR + 1, new HostUsage(4_000_000, 0, 0, 0, 0, 0));
        return new TargetState(
                project, app, ChargeUnit.SECONDS, account.balance(ChargeUnit.SECONDS), Collections.emptySortedMap());
    }

    /** {@code 1=5,2=7}: 5 s on day 1. */
    private static TargetState done(String project, String words) {
        SortedMap<Long, Long> days = new TreeMap<>();
        for (String word : words.split(",", -1)) {
            String[] part = word.split("=", -1);
            days.put(DAY + Long.parseLong(part[0]), 1_000_000 * Long.parseLong(part[1]));
        }
        return new TargetState(project, "", ChargeUnit.SECONDS, null, days);
    }

    private String scores(ScorePolicy policy) {
        return board.projects().stream()
                .map(project -> project.project() + " " + told(policy.score(project, 0)))
                .collect(Collectors.joining(", "));
    }

    private static String told(@Nullable Double score) {
        return score == null ? "-" : score.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0   | 21.0  | a report from before the newest charge: the balance as it is known
            2   | 21.0  | 5 at first, 20 accrued, 4 charged
            2.9 | 21.0  | the third hour has not ended
            3   | 31.0  | it has
            99  | 100.0 | up to the cap
            """)
    void aBalanceCountsAsItStandsWhenTheHostReports(double hours, String balance, String reason) {
        board.decide("a", project("a", 1));
        board.update("a", owed("a", "", 5));
        assertEquals("a " + balance, scores(board.byBalance(START + Math.round(hours * HOUR))), reason);
    }

    @Test
    void ofAProjectsTargetsTheOneThatIsOwedMostCounts() {
        board.decide("a", project("a", 1));
        board.update("a", done("a", "0=1"));
        board.update("a/x", owed("a", "x", 1));
        board.update("a/y/z", owed("a", "y/z", 3));
        board.update("a/w", owed("a", "w", 2));
        ScorePolicy policy = board.byBalance(START);
        assertEquals("a 19.0", scores(policy));
        assertEquals("balance of a/y/z: 19.0000", policy.reason(project("a", 1), 0));
    }

    @Test
    void aProjectWithoutAnAllocationIsOwedNothingAndOneThatTakesNoPartIsNotCompared() {
        board.decide("a", project("a", 1));
        board.decide("b", project("b", 1));
        board.update("b", owed("b", "", 5));
        board.update("c", owed("c", "", 5));
        assertEquals("a -, b 21.0", scores(board.byBalance(START)));
    }

    /** Work before the start is not charged, so it must not be done because of an allocation that starts later. */
    @Test
    void anAllocationDoesNotCountBeforeItsStart() {
        board.decide("a", project("a", 1));
        board.decide("b", project("b", 1));
        board.update("a", owed("a", "", 5));
        board.update("b", owed("b", "", -50));
        assertEquals("a -, b -", scores(board.byBalance(START - 1)));
        assertEquals("a 21.0, b -34.0", scores(board.byBalance(START)));
    }

    /** 1,000,000 hosts of 8 CPUs for 14 days: more microseconds than a long holds. */
    @Test
    void recentWorkMayBeOfAnySize() {
        board.decide("a", project("a", 1));
        board.decide("b", project("b", 1));
        String aDay = "=691200000000";
        board.update(
                "a",
                done("a", IntStream.range(0, 14).mapToObj(day -> day + aDay).collect(Collectors.joining(","))));
        board.update("b", done("b", "13=1"));
        assertEquals(
                "a 998.000000, b 999.999999", rounded(scores(board.byRecentWork(START + 13 * UtcDays.MILLIS, 14))));
    }

    @Test
    void whatIsTakenBackNoLongerCounts() {
        board.decide("a", project("a", 1));
        board.decide("b", project("b", 1));
        board.update("a/x", owed("a", "x", 5));
        board.update("a/y", owed("a", "y", 9));
        board.update("a/y", null);
        board.decide("b", null);
        assertEquals("a 21.0", scores(board.byBalance(START)));
        board.update("a/x", null);
        board.update("a/x", null);
        board.decide("never", null);
        assertEquals("a -", scores(board.byBalance(START)));
        board.decide("a", null);
        assertTrue(board.projects().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0=3,1=0 | 0=1 | 0   | 1 | a 999.0, b 999.0 | today counts
            0=3     | 0=1 | 1   | 2 | a 999.0, b 999.0 | and yesterday, of two days
            0=3     | 0=1 | 1   | 1 | a 1000.0, b 1000.0 | not of one
            0=9,1=6 | 1=2 | 1   | 1 | a 999.0, b 999.0 | only what was done then
            0=3,2=9 | 0=1 | 1.9 | 2 | a 999.0, b 999.0 | what was done after the report does not count
            0=1     | 0=1 | 0   | 1 | a 999.333333, b 998.0 | shares decide what is owed
            """)
    void recentWorkIsThatOfTheLastDaysBeforeTheReport(
            String a, String b, double day, int days, String scores, String reason) {
        board.decide("a", project("a", 3));
        board.decide("b", project("b", 1));
        board.update("a", done("a", a));
        board.update("a/x", done("a", "0=1000,1=1000"));
        board.update("b", done("b", b));
        board.update("c", done("c", "0=1000,1=1000"));
        ScorePolicy policy = board.byRecentWork(START + Math.round(day * UtcDays.MILLIS), days);
        assertEquals(scores, rounded(scores(policy)), reason);
    }

    private static String rounded(String scores) {
        return scores.replaceAll("(\\.\\d{6})\\d+", "$1");
    }

    @Test
    void ofOneMoreThanCanTakePartNothingIsKept() {
        for (int i = 0; i < ProjectBoard.MAX; i++) {
            assertNull(board.refusal(project("p" + i, 1)));
            assertTrue(board.decide("p" + i, project("p" + i, 1)));
        }
        assertNull(board.refusal(project("p0", 2)), "it takes part already");
        assertFalse(board.decide("p0", project("p0", 2)), "it is no new one");
        assertEquals(
                "projects: 1001 (expected: at most 1000), project a",
                Objects.requireNonNull(board.refusal(project("a", 1))).detail());
        board.update("a", owed("a", "", 5));
        board.decide("p0", null);
        assertNull(board.refusal(project("a", 1)));
        assertTrue(board.decide("a", project("a", 1)));
        assertNull(board.byBalance(START).score(project("a", 1), 0), "it stood nowhere while it took no part");
    }
}
