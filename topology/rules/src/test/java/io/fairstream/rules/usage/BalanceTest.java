package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalanceTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final double TERA = 1e12;

    /** Amounts in TFLOP, times in hours. */
    private static Allocation allocation(
            double initial, double accrual, double interval, double start, @Nullable Double end, @Nullable Double cap) {
        return new Allocation(
                "p",
                "p",
                "",
                initial * TERA,
                accrual * TERA,
                Duration.ofMillis((long) (interval * HOUR)),
                (long) (start * HOUR),
                end == null ? null : (Long) (long) (end * HOUR),
                cap == null ? null : (Double) (cap * TERA));
    }

    private static HostUsage tflop(double amount) {
        return new HostUsage(0, 0, Math.round(amount * 1e6), 0, 0, 0);
    }

    private static Balance balance(BalanceAccount account) {
        return Objects.requireNonNull(account.balance(ChargeUnit.FLOPS));
    }

    /** Amounts in TFLOP, times in hours, the rate in TFLOP an hour. */
    @ParameterizedTest(name = "{7}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            10  | 0 | 1 | -   | -  | 0 | -   | nothing is charged, so it lasts
            10  | 0 | 1 | 5   | -  | -1 | - | more was taken back than done
            10  | 0 | 1 | -   | -  | 2 | 5   | 10 at 2 an hour
            10  | 1 | 1 | -   | -  | 2 | 10  | while half of that accrues
            10  | 4 | 2 | -   | -  | 2 | -   | as much accrues as is charged
            10  | 4 | 2 | 3   | -  | 2 | 8   | until the allocation ends with its 10
            10  | 3 | 1 | 2   | -  | 2 | 8   | or with 12
            10  | 3 | 1 | 2   | 11 | 2 | 7.5 | or with its cap of 11
            10  | 3 | 1 | 2   | 4  | 2 | 5   | nothing accrues above its cap
            10  | 1 | 1 | -   | 4  | 2 | 7   | until it falls below
            10  | 3 | 1 | 5   | 4  | 2 | 7   | where it stays if more accrues than is charged
            10  | 3 | 1 | -   | 0  | 2 | 5   | at a cap of 0 never
            10  | 3 | 1 | -   | -4 | 2 | 5   | nor below it
            10  | 1 | 1 | 20  | -  | 2 | 10  | spent before the end
            0   | 1 | 1 | -   | -  | 2 | 0   | spent already
            -3  | 1 | 1 | -   | -  | 0 | 0   | and more than that
            1e9 | 0 | 1 | -   | -  | 1 | -   | beyond the year 9999
            """)
    void isForecastAtARate(
            double initial,
            double accrual,
            double interval,
            @Nullable Double end,
            @Nullable Double cap,
            double perHour,
            @Nullable Double spent,
            String reason) {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(initial, accrual, interval, 0, end, cap)));
        Long at = balance(account).spentAt(perHour * TERA / 3600);
        assertEquals(spent == null ? null : (Double) (spent * HOUR), at == null ? null : (Double) (double) at, reason);
    }

    /** Minute by minute: each adds its accrual, then is charged. */
    @Test
    void forecastsAreThoseOfSmallSteps() {
        Random random = new Random(7);
        for (int history = 0; history < 500; history++) {
            double accrual = random.nextInt(5);
            double perHour = random.nextInt(5);
            Allocation given = allocation(
                    random.nextInt(20),
                    accrual / 60,
                    1 / 60.0,
                    0,
                    random.nextBoolean() ? null : (Double) (double) random.nextInt(1, 30),
                    random.nextBoolean() ? null : (Double) (double) random.nextInt(-2, 25));
            Long spent = new Balance(given, Allocation.AllocationBalance.begin(given)).spentAt(perHour * TERA / 3600);
            Allocation.AllocationBalance now = Allocation.AllocationBalance.begin(given);
            int minute = 0;
            while (now.balance(given) > TERA / 1e6 && minute < 6000) {
                minute++;
                now = now.advance(given, minute * HOUR / 60).charge(perHour * TERA / 60);
            }
            String what = given + " at " + perHour + ": " + spent + ", small steps " + minute;
            assertEquals(minute == 6000, spent == null, what);
            assertEquals(minute, spent == null ? minute : spent / (HOUR / 60.0), 3, what);
        }
    }

    @ParameterizedTest(name = "{8}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            10 | 2 | 24 | 0  | -  | -  | ''         | 23  | 10  | 0  | before the first interval ends nothing accrues
            10 | 2 | 24 | 0  | -  | -  | ''         | 24  | 12  | 0  | it accrues at its end
            10 | 2 | 24 | 0  | -  | -  | ''         | 73  | 16  | 0  | each time
            10 | 2 | 24 | 6  | -  | -  | ''         | 29  | 10  | 0  | intervals begin at the start
            10 | 2 | 24 | 6  | -  | -  | ''         | 30  | 12  | 0  | and end a day later
            10 | 2 | 24 | 0  | 50 | -  | ''         | 99  | 14  | 0  | after the end nothing accrues
            10 | 2 | 24 | 0  | 48 | -  | ''         | 99  | 14  | 0  | the interval that ends with it still does
            10 | 2 | 24 | 0  | -  | -  | 5:3        | 24  | 9   | 0  | work is charged
            10 | 2 | 24 | 0  | -  | -  | 5:30       | 24  | -18 | 0  | a balance may go below zero
            10 | 2 | 24 | 0  | 24 | -  | 30:3       | 99  | 9   | 0  | what is left after the end is charged, too
            10 | 2 | 24 | 6  | -  | -  | 6:3 5:3    | 30  | 12  | 0  | work from before the start is not charged
            10 | 2 | 24 | 6  | -  | -  | 6.001:3    | 30  | 9   | 0  | work after it is
            10 | 2 | 24 | 0  | -  | 13 | ''         | 99  | 13  | 5  | a cap keeps what accrues from passing it
            10 | 2 | 24 | 0  | -  | 7  | ''         | 99  | 10  | 8  | and takes nothing away
            10 | 2 | 24 | 0  | -  | 13 | 60:3       | 73  | 12  | 1  | what was withheld stays withheld when work is charged
            10 | 2 | 24 | 0  | -  | 13 | 30:3       | 99  | 13  | 2  | what is charged early makes room
            10 | 2 | 24 | 0  | -  | 7  | 30:20      | 99  | -4  | 2  | at or above the cap nothing accrues, below it all
            """)
    void isWhatWasOwedLessWhatWasDone(
            double initial,
            double accrual,
            double interval,
            double start,
            @Nullable Double end,
            @Nullable Double cap,
            String charges,
            double at,
            double expected,
            double withheld,
            String reason) {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(initial, accrual, interval, start, end, cap)));
        for (String charge : charges.isEmpty() ? new String[0] : charges.split(" ", -1)) {
            String[] part = charge.split(":", -1);
            account.charge(
                    ChargeUnit.FLOPS, (long) (Double.parseDouble(part[0]) * HOUR), tflop(Double.parseDouble(part[1])));
        }
        Balance then = balance(account).at((long) (at * HOUR));
        assertEquals(expected * TERA, then.amount(), 1, reason);
        assertEquals(withheld * TERA, then.settled().withheld(), 1, reason);
        assertEquals(
                then.amount(),
                then.allocation().initialBalance()
                        + then.settled().accrued()
                        - then.settled().charged());
    }

    @Test
    void chargesTheTimeOfHostsInstead() {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(new Allocation("p", "p", "", 1000, 0, Duration.ofHours(1), 0, null, null)));
        account.charge(ChargeUnit.SECONDS, HOUR, new HostUsage(300_000_000, 200_000_000, 99, 99, 9, 9));
        assertEquals(
                500, Objects.requireNonNull(account.balance(ChargeUnit.SECONDS)).amount(), 1e-9);
    }

    @Test
    void chargesTheWorkOfCpusAndGpusAlike() {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(0, 0, 1, 0, null, null)));
        account.charge(ChargeUnit.FLOPS, HOUR, new HostUsage(9, 9, 1_000_000, 2_000_000, 9, 9));
        assertEquals(-3 * TERA, balance(account).amount());
    }

    @Test
    void hasNoBalanceWithoutAnAllocation() {
        BalanceAccount account = new BalanceAccount();
        account.charge(ChargeUnit.FLOPS, HOUR, tflop(1));
        assertNull(account.balance(ChargeUnit.FLOPS));
        assertNull(account.allocate(allocation(5, 0, 1, 0, null, null)));
        assertEquals(4 * TERA, balance(account).amount(), "what was charged before it came counts");
        account.withdraw();
        assertNull(account.balance(ChargeUnit.FLOPS));
    }

    @Test
    void anotherAllocationBeginsAnew() {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(5, 1, 1, 0, null, null)));
        account.charge(ChargeUnit.FLOPS, 3 * HOUR, tflop(2));
        assertNull(account.allocate(allocation(100, 1, 1, 10, null, null)));
        assertEquals(100 * TERA, balance(account).amount());
        assertEquals(10 * HOUR, balance(account).asOf());
        account.charge(ChargeUnit.FLOPS, 11 * HOUR, tflop(2));
        assertEquals(99 * TERA, balance(account).at(11 * HOUR).amount());
    }

    @Test
    void refusesAnAllocationFromBeforeWhatIsKnown() {
        BalanceAccount account = new BalanceAccount();
        account.charge(ChargeUnit.FLOPS, 3 * HOUR, tflop(2));
        account.forgetBefore(ChargeUnit.FLOPS, 100 * HOUR);
        Rejection refused = account.allocate(allocation(5, 1, 1, 2, null, null));
        assertNotNull(refused);
        assertEquals(
                "TOO_LATE start: 1970-01-01T02:00:00Z (expected: 1970-01-01T03:00:00Z or later; what target p was charged"
                        + " before is known as a sum only)",
                refused.reason() + " " + refused.detail());
        assertNull(account.allocate(allocation(5, 1, 1, 3, null, null)));
        assertEquals(5 * TERA, balance(account).amount());
    }

    @Test
    void refusesToTellABalanceOfThePast() {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(5, 1, 1, 0, null, null)));
        account.charge(ChargeUnit.FLOPS, 3 * HOUR, tflop(2));
        assertEquals(
                "at: 1970-01-01T01:00:00Z (expected: 1970-01-01T02:00:00Z or later, to which target p is charged)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> balance(account).at(HOUR))
                        .getMessage());
    }

    @Test
    void whatIsTakenBackWasNeverCharged() {
        BalanceAccount account = new BalanceAccount();
        assertNull(account.allocate(allocation(0, 1, 24, 0, null, null)));
        account.charge(ChargeUnit.FLOPS, 24 * HOUR, tflop(3));
        Balance before = balance(account);
        account.charge(ChargeUnit.FLOPS, 48 * HOUR, tflop(5));
        assertEquals(47 * HOUR, balance(account).asOf());
        account.charge(ChargeUnit.FLOPS, 48 * HOUR, tflop(5).negated());
        assertEquals(before, balance(account));
        assertEquals(23 * HOUR, balance(account).asOf());
        assertEquals(1, account.days(32).size());
    }

    private record Spent(long to, double amount) {}

    /** Charges in any order, kept and taken out again, forgotten or not, and a balance asked of in one step or many. */
    @Test
    void doesNotDependOnTheOrderOfChargesNorOnWhatIsForgotten() {
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed * 7919 + 17);
            Allocation given = allocation(
                    random.nextInt(50) - 10,
                    random.nextInt(5),
                    1 + random.nextInt(30),
                    random.nextInt(40),
                    random.nextBoolean() ? null : (Double) (60.0 + random.nextInt(300)),
                    random.nextBoolean() ? null : (Double) (double) random.nextInt(60));
            List<Spent> charges = new ArrayList<>();
            for (int i = 0; i <= seed / 100; i++) {
                charges.add(new Spent(1 + random.nextInt((int) (400 * HOUR)), 1 + random.nextInt(9)));
            }
            charges.sort(Comparator.comparing(Spent::to));
            BalanceAccount inOrder = new BalanceAccount();
            assertNull(inOrder.allocate(given));
            for (Spent charge : charges) {
                inOrder.charge(ChargeUnit.FLOPS, charge.to(), tflop(charge.amount()));
                inOrder.forgetBefore(ChargeUnit.FLOPS, charge.to());
                inOrder = new BalanceAccount(
                        inOrder.allocation(), inOrder.base(), inOrder.hours(), inOrder.known(), inOrder.reached());
            }
            Collections.shuffle(charges, random);
            BalanceAccount shuffled = new BalanceAccount();
            charges.forEach(charge -> shuffled.charge(ChargeUnit.FLOPS, charge.to(), tflop(charge.amount())));
            assertNull(shuffled.allocate(given));
            Balance inOneStep = balance(shuffled).at(500 * HOUR);
            Balance inMany = balance(inOrder).at(401 * HOUR);
            for (int hour = 402; hour <= 500; hour++) {
                inMany = inMany.at(hour * HOUR);
            }
            assertEquals(inOneStep.amount(), inMany.amount(), 1, "seed " + seed);
            assertEquals(inOneStep.settled().charged(), inMany.settled().charged(), 1, "seed " + seed);
            assertEquals(inOneStep.settled().withheld(), inMany.settled().withheld(), 1, "seed " + seed);
        }
    }
}
