package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Spending;
import io.fairstream.rules.usage.Allocation.WhenSpent;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationTest {
    private static Allocation of(String project, String app) {
        return new Allocation(Allocation.target(project, app), project, app, 0, 0, Duration.ofDays(1), 0, null, null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            p   | p  | '' | 0   | 0        | PT1S | 0  | -  | -   | -
            p/a | p  | a  | -5  | 0        | PT1S | 0  | 10 | 3   | -
            p   | p  | a  | 0   | 0        | PT1S | 0  | -  | -   | KEY_MISMATCH target: "p" (expected: "p/a")
            ''  | '' | '' | 0   | 0        | PT1S | 0  | -  | -   | NAME_EMPTY project: "" (expected: a name of 1 to 1024 bytes)
            p   | p  | '' | NaN | 0        | PT1S | 0  | -  | -   | NUMBER_IMPOSSIBLE initialBalance: NaN (expected: -1e30 to 1e30), target p
            p   | p  | '' | 0   | -1       | PT1S | 0  | -  | -   | NUMBER_IMPOSSIBLE accrual: -1.0 (expected: 0 to 1e30), target p
            p   | p  | '' | 0   | Infinity | PT1S | 0  | -  | -   | NUMBER_IMPOSSIBLE accrual: Infinity (expected: 0 to 1e30), target p
            p   | p  | '' | 0   | 0        | PT1S | 0  | -  | NaN | NUMBER_IMPOSSIBLE cap: NaN (expected: -1e30 to 1e30, or none), target p
            p   | p  | '' | 0   | 0        | PT0S | 0  | -  | -   | TIME_IMPOSSIBLE interval: PT0S (expected: 1 ms or more), target p
            p   | p  | '' | 0   | 0        | PT1S | -1 | -  | -   | BEFORE_1970 start: 1969-12-31T23:59:59.999Z (expected: 1970 or later), target p
            p   | p  | '' | 0   | 0        | PT1S | 9  | 9  | -   | TIME_IMPOSSIBLE end: 1970-01-01T00:00:00.009Z (expected: after start, 1970-01-01T00:00:00.009Z), target p
            """)
    void refusesWhatCannotBeMeant(
            String target,
            String project,
            String app,
            double initial,
            double accrual,
            Duration interval,
            long start,
            @Nullable Long end,
            @Nullable Double cap,
            @Nullable String message) {
        Rejection refused = new Allocation(target, project, app, initial, accrual, interval, start, end, cap).refusal();
        assertEquals(message, refused == null ? null : refused.reason() + " " + refused.detail());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /root/physics | '' | '' | -   | PT24H | 1   | 80 90 100 | -
            /root/a/alice | '' | '' | GPU | PT24H | 0   | ''        | -
            /root         | p  | '' | -   | PT24H | 1   | ''        | KEY_MISMATCH project and app: "p" (expected: none with a path)
            /             | '' | '' | -   | PT24H | 1   | ''        | NAME_EMPTY target: "" (expected: a name of 1 to 1024 bytes)
            /root//a      | '' | '' | -   | PT24H | 1   | ''        | NAME_EMPTY target: "root//a" (expected: names separated by single slashes)
            p             | p  | '' | CPU | PT24H | 1   | ''        | EDIT_IMPOSSIBLE unit: CPU (expected: none with a project), target p
            p             | p  | '' | -   | PT24H | 0.5 | 100 120   | -
            p             | p  | '' | -   | PT24H | 1.1 | ''        | NUMBER_IMPOSSIBLE carryOver: 1.1 (expected: 0 to 1), target p
            p             | p  | '' | -   | PT24H | NaN | ''        | NUMBER_IMPOSSIBLE carryOver: NaN (expected: 0 to 1), target p
            p             | p  | '' | -   | PT1H  | 0   | ''        | TIME_IMPOSSIBLE interval: PT1H (expected: a day or longer with carryOver below 1), target p
            p             | p  | '' | -   | PT1H  | 1   | 90 80     | NUMBER_IMPOSSIBLE threshold: 80 (expected: at most 10 ascending numbers from 1 to 1000), target p
            p             | p  | '' | -   | PT1H  | 1   | 0         | NUMBER_IMPOSSIBLE threshold: 0 (expected: at most 10 ascending numbers from 1 to 1000), target p
            p             | p  | '' | -   | PT1H  | 1   | 1001      | NUMBER_IMPOSSIBLE threshold: 1001 (expected: at most 10 ascending numbers from 1 to 1000), target p
            """)
    @SuppressWarnings("NullAway") // takes the annotation of a nested type from sources only
    void refusesWhatNoNoticeCanSay(
            String target,
            String project,
            String app,
            Spending.@Nullable Unit unit,
            Duration interval,
            double carryOver,
            String thresholds,
            @Nullable String message) {
        List<Integer> numbers = thresholds.isEmpty()
                ? List.of()
                : Stream.of(thresholds.split(" ", -1)).map(Integer::valueOf).toList();
        Rejection refused = new Allocation(
                        target,
                        project,
                        app,
                        0,
                        0,
                        interval,
                        0,
                        null,
                        null,
                        unit,
                        carryOver,
                        numbers,
                        List.of(),
                        WhenSpent.NOTHING)
                .refusal();
        assertEquals(message, refused == null ? null : refused.reason() + " " + refused.detail());
    }

    @Test
    void aProjectIsATargetOrItsAppsAre() {
        ProjectAccount account = new ProjectAccount();
        assertNull(account.allocate(of("p", "a")));
        assertNull(account.allocate(of("p", "b")));
        assertNull(account.allocate(of("p", "a")), "again");
        Rejection refused = account.allocate(of("p", ""));
        assertNotNull(refused);
        assertEquals(
                "EDIT_IMPOSSIBLE target: p (expected: a project or its apps, never both; p/a has an allocation)",
                refused.reason() + " " + refused.detail());
        account.withdraw("a");
        assertNotNull(account.allocate(of("p", "")));
        account.withdraw("b");
        assertNull(account.allocate(of("p", "")));
        Rejection other = account.allocate(of("p", "a"));
        assertNotNull(other);
        assertEquals("target: p/a (expected: a project or its apps, never both; p has an allocation)", other.detail());
    }
}
