package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Spending;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.Allocation.WhenSpent;
import io.fairstream.rules.usage.Course.Change;
import io.fairstream.rules.usage.Course.Crossing;
import io.fairstream.rules.usage.Course.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetAccountTest {
    private static final String TARGET = "/root/physics";
    private static final double SECOND = 1e6;

    /** Amounts in CPU-seconds, times in days. */
    private static Allocation allocation(
            double initial, double accrual, double every, double start, double carryOver, List<Integer> thresholds) {
        return new Allocation(
                TARGET,
                "",
                "",
                initial,
                accrual,
                Duration.ofMillis((long) (every * UtcDays.MILLIS)),
                (long) (start * UtcDays.MILLIS),
                null,
                null,
                Spending.Unit.CPU,
                carryOver,
                thresholds,
                List.of(),
                WhenSpent.NOTHING);
    }

    private static BudgetSpent spent(long day, double seconds) {
        long from = day * UtcDays.MILLIS;
        return new BudgetSpent(from, from + 1, new Spending(Math.round(seconds * SECOND), 0, 0, 0, 0));
    }

    private static List<Integer> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(" ", -1)).map(Integer::valueOf).toList();
    }

    /** Charges as DAY:SECONDS; crossings as THRESHOLD%DAY, and with the begin of its period if that is not day 0. */
    @ParameterizedTest(name = "{8}")
    @CsvSource(delimiter = '|', textBlock = """
            100 | 0   | 1   | 0 | 1   | 50 80 100 | 1:40 2:10      | 50 | '50%2'            | half is spent
            100 | 0   | 1   | 0 | 1   | 50 80 100 | 1:49.999       | 50.001 | ''            | a little less is not
            100 | 0   | 1   | 0 | 1   | 50 80 100 | 3:100          | 0  | '50%3 80%3 100%3'  | several at once
            100 | 0   | 1   | 0 | 1   | 100 150   | 3:149 4:1      | -50 | '100%3 150%4'     | more than all
            0   | 0   | 1   | 0 | 1   | 80 100    | 3:1            | -1 | '80%3 100%3'       | of nothing the first charge spends all
            100 | 0   | 1   | 2 | 1   | 80        | 1:90 2:10      | 90 | ''                 | what was charged before the start does not count
            100 | 0   | 1   | 2.5 | 1 | 80        | 2:90           | 10 | '80%2.5/2.5'       | but on its day, at the start
            100 | 100 | 30  | 0 | 1   | 80        | 1:90 30:50     | 60 | '80%1'             | the next period has 110, of which 50 are spent
            100 | 100 | 30  | 0 | 1   | 80        | 1:90 30:88     | 22 | '80%1 80%30/30'    | and 88
            100 | 100 | 30  | 0 | 0   | 80        | 1:10 31:85     | 15 | '80%31/30'         | what is unspent expires
            100 | 100 | 30  | 0 | 0.5 | 80        | 1:40 31:104    | 26 | '80%31/30'         | or half of it: 30 and 100 are left
            100 | 100 | 30  | 0 | 0   | 80        | 1:130 31:60    | 10 | '80%1 80%31/30'    | a debt is carried over in full
            100 | 10  | 0.5 | 0 | 1   | 80        | 5:175 6:10     | 35 | ''                 | short intervals: until the end of day 5 220 are granted
            100 | 10  | 0.5 | 0 | 1   | 80        | 5:176 6:20     | 24 | '80%5'             | of which 176 are 80 %
            100 | 10  | 0.5 | 0 | 1   | 80        | 5:176 9:200    | -96 | '80%5'            | once for all
            """)
    void reachesThresholdsInThePeriodsOfItsAllocation(
            double initial,
            double accrual,
            double every,
            double start,
            double carryOver,
            String thresholds,
            String charges,
            double left,
            String crossings,
            String reason) {
        BudgetAccount account = new BudgetAccount();
        account.allocate(allocation(initial, accrual, every, start, carryOver, numbers(thresholds)));
        for (String charge : charges.split(" ", -1)) {
            int colon = charge.indexOf(':');
            account.charge(
                    spent(Long.parseLong(charge.substring(0, colon)), Double.parseDouble(charge.substring(colon + 1))));
        }
        assertEquals(
                crossings,
                account.takeChanges().stream()
                        .map(change -> text(change.crossing()))
                        .collect(Collectors.joining(" ")),
                reason);
        assertEquals(left, balance(account).amount(), 1e-9, reason);
        assertEquals(List.of(), account.takeChanges(), "once only");
    }

    private static String text(Crossing crossing) {
        String period = crossing.periodStart() == 0 ? "" : "/" + day(crossing.periodStart());
        return crossing.threshold() + "%" + day(crossing.at()) + period;
    }

    private static String day(long at) {
        double day = at / (double) UtcDays.MILLIS;
        return day == Math.rint(day) ? Long.toString((long) day) : Double.toString(day);
    }

    private static Balance balance(BudgetAccount account) {
        return Objects.requireNonNull(
                Objects.requireNonNull(account.state(TARGET)).balance());
    }

    @Test
    void correctionsAreReported() {
        BudgetAccount account = new BudgetAccount();
        account.allocate(allocation(100, 0, 1, 0, 1, List.of(80)));
        account.charge(spent(5, 90));
        assertEquals("REACHED 80%5", changes(account));
        account.charge(spent(3, 85));
        assertEquals("MOVED 80%3 (was 80%5)", changes(account), "a late charge");
        account.charge(spent(3, -85));
        account.charge(spent(5, -50));
        assertEquals("TAKEN_BACK 80%3", changes(account), "it was none");
        account.charge(spent(6, 50));
        assertEquals("REACHED 80%6", changes(account));
        account.allocate(allocation(200, 0, 1, 0, 1, List.of(80)));
        assertEquals("TAKEN_BACK 80%6", changes(account), "more is granted");
        account.allocate(allocation(100, 0, 1, 0, 1, List.of(80)));
        assertEquals("REACHED 80%6", changes(account));
        account.allocate(allocation(100, 0, 1, 7, 1, List.of(80)));
        assertEquals("", changes(account), "another allocation takes nothing back");
        account.allocate(null);
        assertEquals("", changes(account));
        assertNull(account.state(TARGET));
    }

    private static String changes(BudgetAccount account) {
        return account.takeChanges().stream()
                .map(change -> change.kind() + " " + text(change.crossing())
                        + (change.was() == null ? "" : " (was " + text(change.was()) + ")"))
                .collect(Collectors.joining(" "));
    }

    /** An account with its pages, as a stage keeps them. */
    private static final class Stored {
        private final Deque<BudgetAccount.Page> pages = new ArrayDeque<>();
        private BudgetAccount account = new BudgetAccount();
        private final TreeSet<String> reported = new TreeSet<>();

        void charge(BudgetSpent charge) {
            while (!account.isInMemory(UtcDays.day(charge.from()))) {
                load();
            }
            account.charge(charge);
        }

        void allocate(@Nullable Allocation given) {
            while (!account.pages().isEmpty()) {
                load();
            }
            account.allocate(given);
        }

        private void load() {
            account.pages().takeNewest();
            account.loadPage(pages.removeLast());
        }

        void commit() {
            for (Change change : account.takeChanges()) {
                Crossing was = change.was();
                if (was != null) {
                    assertEquals(true, reported.remove(text(was)), "moved from where it was: " + change);
                }
                assertEquals(
                        true,
                        change.kind() == Kind.TAKEN_BACK
                                ? reported.remove(text(change.crossing()))
                                : reported.add(text(change.crossing())),
                        "no change twice: " + change);
            }
            for (BudgetAccount.Page page = account.evictPage(); page != null; page = account.evictPage()) {
                account.pages().add();
                pages.addLast(page);
            }
            Pages numbers = new Pages(account.pages().first(), account.pages().next());
            account =
                    new BudgetAccount(account.allocation(), account.base(), account.days(), account.reached(), numbers);
        }
    }

    /** Charges in any order, with corrections, in commits of any size, stored and restored, before and after the allocation. */
    @Test
    void noticesAndBalancesAreAFunctionOfTheHistory() {
        int paged = 0;
        int crossed = 0;
        for (long seed = 0; seed < 1500; seed++) {
            Random random = new Random(seed * 7919 + 11);
            double every = random.nextInt(4) == 0 ? 0.25 : 1 + random.nextInt(40);
            Allocation given = allocation(
                    random.nextInt(200),
                    random.nextInt(3) * 50,
                    every,
                    random.nextInt(30),
                    every < 1 ? 1 : random.nextInt(3) / 2.0,
                    List.of(50, 80, 100));
            List<BudgetSpent> history = new ArrayList<>();
            for (int i = random.nextInt(120); i > 0; i--) {
                BudgetSpent charge = spent(random.nextInt(150), 1 + random.nextInt(20));
                history.add(charge);
                if (random.nextInt(4) == 0) {
                    Spending back = new Spending(-charge.spent().cpuMicros(), 0, 0, 0, 0);
                    history.add(new BudgetSpent(charge.from(), charge.to(), back));
                }
            }
            Stored inOrder = new Stored();
            inOrder.allocate(given);
            history.forEach(inOrder::charge);
            inOrder.commit();

            Stored shuffled = new Stored();
            Collections.shuffle(history, random);
            int decided = random.nextInt(history.size() + 1);
            for (int i = 0; i <= history.size(); i++) {
                if (i == decided) {
                    shuffled.allocate(given);
                }
                if (i < history.size()) {
                    shuffled.charge(history.get(i));
                }
                if (random.nextInt(5) == 0) {
                    shuffled.commit();
                }
            }
            shuffled.commit();
            assertEquals(inOrder.reported, shuffled.reported, "seed " + seed);
            Balance one = balance(inOrder.account).at(400 * UtcDays.MILLIS);
            Balance other = balance(shuffled.account).at(400 * UtcDays.MILLIS);
            assertEquals(one.amount(), other.amount(), 1e-6, "seed " + seed);
            assertEquals(one.course().spent(), other.course().spent(), 1e-6, "seed " + seed);
            assertEquals(one.course().granted(), other.course().granted(), 1e-6, "seed " + seed);
            assertEquals(
                    given.initialBalance()
                            + other.settled().accrued()
                            - other.settled().charged(),
                    other.amount(),
                    1e-6,
                    "seed " + seed);
            assertNotNull(other);
            paged += shuffled.pages.isEmpty() ? 0 : 1;
            crossed += shuffled.reported.isEmpty() ? 0 : 1;
        }
        assertEquals(true, paged > 500 && crossed > 500, paged + " with pages, " + crossed + " with crossings");
    }
}
