package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.CustomerEntry;
import io.fairstream.rules.journal.RateChange;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who disappears after ten days in which nothing was heard; the half-life is an hour. */
class RetentionTest {
    private static final HalfLife HOUR = new HalfLife(3600);
    private static final long DAY = 86_400_000;
    private static final Retention RETENTION = new Retention(Duration.ofDays(10), Duration.ofDays(5));

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
                new Case("a ceiling is decided", List.of(begin, end, ceiling(0)), 100, false),
                new Case("a high priority was set", List.of(new Edit.SetPriority(0, "root", 1e300)), 11, false),
                new Case("which fades", List.of(new Edit.SetPriority(0, "root", 1e300)), 45, true));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void goes(Case one) {
        AccountState standing = AccountState.UNKNOWN;
        for (CustomerEntry entry : one.entries()) {
            standing = standing.after(entry, HOUR);
        }
        assertEquals(one.isOver(), RETENTION.isSpent(standing, (long) (one.atDays() * DAY), HOUR));
        Retention off = new Retention(Duration.ZERO, Duration.ofDays(5));
        assertEquals(false, off.isSpent(standing, (long) (one.atDays() * DAY), HOUR), "off by default");
    }

    @Test
    void whatWasDeletedIsRememberedForTheHistory() {
        AccountState standing = AccountState.UNKNOWN;
        standing = standing.after(new Edit.Delete(0, "root"), HOUR);
        assertEquals(false, RETENTION.isForgotten(standing, 4 * DAY));
        assertEquals(true, RETENTION.isForgotten(standing, 6 * DAY));
    }

    @Test
    void whatAGroupIsStillChargedForIsKept() {
        AccountState standing = AccountState.UNKNOWN;
        standing = standing.after(new RateChange(0, 1, 4, 0), HOUR);
        standing = standing.after(new Edit.Delete(DAY, "root"), HOUR);
        Membership holding = Membership.of(
                new Membership.Snapshot("physics", new InUse(1, new CompensatedSum(4, 0)), AccountState.NEVER));
        assertEquals(false, RETENTION.isOver(standing, holding, 100 * DAY, HOUR));
        assertEquals(true, RETENTION.isOver(standing, new Membership(), 100 * DAY, HOUR));
    }

    private static CustomerEntry factor(long until) {
        return new Edit.Decide(0, "root", Decision.Kind.FACTOR, 2, until);
    }

    private static CustomerEntry ceiling(double value) {
        return new Edit.Decide(2 * DAY, "root", Decision.Kind.CEILING, value, Decision.FOR_GOOD);
    }
}
