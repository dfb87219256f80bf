package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.InUse;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Groups.Membership;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Customers disappear after ten days without a record of them; the half-life is an hour. */
class RetentionTest {
    private static final HalfLife HOUR = new HalfLife(3600);
    private static final long DAY = 86_400_000;
    private static final CustomerRetention RETENTION = new CustomerRetention(Duration.ofDays(10));

    record Case(String reason, List<CustomerEntry> entries, double atDays, boolean isOver) {
        @Override
        public String toString() {
            return reason;
        }
    }

    static Stream<Case> cases() {
        CustomerEntry begin = new RateChange(0, 1, 4, 0);
        CustomerEntry end = new RateChange(DAY, -1, -4, 0);
        return Stream.of(
                new Case("used long ago", List.of(begin, end), 11.1, true),
                new Case("used not so long ago", List.of(begin, end), 10.9, false),
                new Case("still in use", List.of(begin), 100, false),
                new Case("in use further down", List.of(new RateChange(true, 0, 1, 1, 0)), 100, false),
                new Case("a factor is decided", List.of(factor(Decision.FOR_GOOD), begin, end), 100, false),
                new Case("a lease is over", List.of(factor(2 * DAY), begin, end), 100, true),
                new Case("a ceiling was cleared", List.of(begin, end, ceiling(-1)), 100, true),
                new Case("deleted not so long ago", List.of(new Edit(0, "root", new Edit.Delete())), 9.9, false),
                new Case("deleted long ago", List.of(new Edit(0, "root", new Edit.Delete())), 10.1, true),
                new Case("a ceiling is decided", List.of(begin, end, ceiling(0)), 100, false),
                new Case(
                        "a high priority was set",
                        List.of(new Edit(0, "root", new Edit.SetPriority(1e300))),
                        11,
                        false),
                new Case("which fades", List.of(new Edit(0, "root", new Edit.SetPriority(1e300))), 45, true));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void goes(Case one) {
        AccountState state = AccountState.UNKNOWN;
        for (CustomerEntry entry : one.entries()) {
            state = state.after(entry, HOUR);
        }
        assertEquals(one.isOver(), RETENTION.isSpent(state, (long) (one.atDays() * DAY), HOUR));
        CustomerRetention off = new CustomerRetention(Duration.ZERO);
        assertEquals(false, off.isSpent(state, (long) (one.atDays() * DAY), HOUR), "off by default");
    }

    @Test
    void whatAGroupIsStillChargedForIsKept() {
        AccountState state = AccountState.UNKNOWN;
        state = state.after(new RateChange(0, 1, 4, 0), HOUR);
        state = state.after(new Edit(DAY, "root", new Edit.Delete()), HOUR);
        Membership holding = new Membership("physics", new InUse(1, new CompensatedSum(4, 0)), AccountState.NEVER);
        assertEquals(false, RETENTION.isOver(state, holding, 100 * DAY, HOUR));
        assertEquals(true, RETENTION.isOver(state, new Membership(), 100 * DAY, HOUR));
    }

    private static CustomerEntry factor(long until) {
        return new Edit(0, "root", new Edit.SetFactor(2, until));
    }

    private static CustomerEntry ceiling(double value) {
        return new Edit(2 * DAY, "root", new Edit.SetCeiling(value, null));
    }
}
