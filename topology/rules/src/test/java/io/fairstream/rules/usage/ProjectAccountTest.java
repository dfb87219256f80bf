package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectAccountTest {
    private static final long DAY = UtcDays.MILLIS;

    private final ProjectAccount account = new ProjectAccount();

    private static Allocation allocation(String app, double initial, long start) {
        return new Allocation(
                Allocation.target("p", app), "p", app, initial, 0, Duration.ofSeconds(1), start, null, null);
    }

    /** So many MFLOP and twice as many microseconds of CPUs. */
    private void done(String app, long to, long amount) {
        HostUsage work = new HostUsage(2 * amount, 0, amount, 0, 0, 0);
        account.charge(done(to, app, work));
    }

    private String told(ChargeUnit by) {
        return account.states("p", by).stream()
                .map(state -> {
                    Balance balance = state.balance();
                    return state.target()
                            + (balance == null ? "" : String.format(Locale.ROOT, " %.0f", balance.amount()))
                            + " " + state.days();
                })
                .collect(Collectors.joining("; "));
    }

    /** {@code +x} allocates to app x, {@code -x} takes it back; {@code .} is the project. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            +.        | p 0 {}               | the project
            +a +b     | p/a 0 {}; p/b 0 {}   | apps of it
            +. +a     | EDIT_IMPOSSIBLE      | never both
            +a +.     | EDIT_IMPOSSIBLE      | nor the other way round
            +. +.     | p 0 {}               | again
            +a -a +.  | p 0 {}               | once the app's is taken back
            +a -b     | p/a 0 {}             | what is not there cannot be taken back
            -.        | ''                   | nor of a project of which nothing is known
            """)
    void aProjectIsOneTargetOrItsAppsAre(String edits, String expected, String reason) {
        Rejection refused = null;
        for (String edit : edits.split(" ", -1)) {
            String app = edit.substring(1).replace(".", "");
            if (edit.startsWith("+")) {
                refused = account.allocate(allocation(app, 0, 0));
            } else {
                account.withdraw(app);
            }
        }
        assertEquals(
                expected,
                refused == null ? told(ChargeUnit.FLOPS) : refused.reason().name(),
                reason);
    }

    @Test
    void whatAnAppDoesItsProjectDoes() {
        done("a", DAY + 5, 3);
        done("", DAY + 5, 4);
        done("a", 3 * DAY, 10);
        assertEquals("p {1=7, 2=10}; p/a {1=3, 2=10}", told(ChargeUnit.FLOPS));
    }

    @Test
    void whatIsTakenBackAltogetherLeavesNoTarget() {
        done("a", DAY, 3);
        done("", 3 * DAY, 1);
        done("a", DAY, -3);
        assertEquals("p {2=1}", told(ChargeUnit.FLOPS));
        done("", 3 * DAY, -1);
        assertEquals("", told(ChargeUnit.FLOPS));
        account.allocate(allocation("", 5, 0));
        done("", DAY, 3);
        done("", DAY, -3);
        assertEquals("p 5 {}", told(ChargeUnit.FLOPS));
    }

    @Test
    void jobsAloneAreNoReasonForARow() {
        account.charge(done(DAY, "a", new HostUsage(0, 0, 0, 0, 7, 1)));
        assertEquals("", told(ChargeUnit.FLOPS));
    }

    @Test
    void bothUnitsAreKept() {
        account.allocate(allocation("", 100, 0));
        done("", DAY, 5_000_000);
        assertEquals("p -4999999999900 {0=5000000}", told(ChargeUnit.FLOPS));
        assertEquals("p 90 {0=10000000}", told(ChargeUnit.SECONDS));
    }

    @Test
    void aRefusedAllocationLeavesAllAsItWas() {
        for (int day = 1; day <= 100; day++) {
            done("", day * DAY, 1);
        }
        account.forget(Duration.ofDays(30));
        assertNotNull(account.allocate(allocation("", 100, DAY)), "starts before what is known by the hour");
        assertNull(account.states("p", ChargeUnit.FLOPS).get(0).balance());
        assertNull(account.states("p", ChargeUnit.SECONDS).get(0).balance());
        assertNull(account.allocate(allocation("", 100, 99 * DAY)));
    }

    @Test
    void balancesStayWhenHoursAreForgotten() {
        account.allocate(allocation("", 1e9, 0));
        for (int day = 1; day <= 100; day++) {
            done("", day * DAY, 1);
        }
        String before = told(ChargeUnit.FLOPS);
        account.forget(Duration.ofDays(30));
        assertEquals(before, told(ChargeUnit.FLOPS));
        assertEquals(32, account.states("p", ChargeUnit.FLOPS).get(0).days().size());
        done("", 2 * DAY, 1);
        assertEquals(
                1e9 - 101e6,
                balance(account.states("p", ChargeUnit.FLOPS).get(0)).amount());
    }

    @Test
    void ofManyAppsOnlySomeAreToldApart() {
        int apps = ProjectAccount.MAX_APPS + 5;
        for (int app = 0; app < apps; app++) {
            done("a" + app, DAY, 1);
        }
        assertEquals(
                ProjectAccount.MAX_APPS + 1,
                account.states("p", ChargeUnit.FLOPS).size());
        assertEquals(apps, account.states("p", ChargeUnit.FLOPS).get(0).done(0, 0) / 1e6);
    }

    private static Balance balance(TargetState state) {
        Balance balance = state.balance();
        assertNotNull(balance);
        return balance;
    }

    private static HostUsageEntry.Done done(long to, String app, HostUsage work) {
        return new HostUsageEntry.Done(to - 1, to, List.of(new HostUsagePart("", app, work, HostUsage.EMPTY)));
    }
}
