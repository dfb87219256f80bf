package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Laws that hold for every history of a host, small ones first. {@code -Dfairstream.histories=N} sets how many;
 * {@code -Dfairstream.seed=S}, as a failure prints it, tries that one again.
 */
class HostLawTest {
    private static final int MAX = Integer.getInteger("fairstream.histories", 250);
    private static final Long ONLY = Long.getLong("fairstream.seed");
    private static final int LARGEST = 40;

    private static final HostHistory.Traits HONEST = new HostHistory.Traits(true, false, false);
    private static final HostHistory.Traits WITH_CLOCK_STEPS = new HostHistory.Traits(false, true, false);
    private static final HostHistory.Traits IN_ORDER = new HostHistory.Traits(true, false, true);
    private static final HostHistory.Traits ALL = new HostHistory.Traits(true, true, true);
    private static final HostHistory.Traits ALL_AND_CHANGES = new HostHistory.Traits(true, true, true, true);
    private static final HostHistory.Traits CHANGES_IN_ORDER = new HostHistory.Traits(true, false, true, true);

    private interface Law {
        void holds(List<HostReport> reports, Random random);
    }

    private static void check(HostHistory.Traits traits, Law law) {
        for (long seed = ONLY == null ? 0 : ONLY; seed < (ONLY == null ? MAX : ONLY + 1); seed++) {
            Random random = new Random(seed * 7919 + 17);
            int size = 1 + (int) (LARGEST * seed * seed / ((long) MAX * MAX));
            List<HostReport> reports = HostHistory.of(random, 1, size, traits);
            try {
                law.holds(reports, random);
            } catch (AssertionError | RuntimeException e) {
                String again = "\n-Dfairstream.seed=" + seed + HostHistory.told(reports);
                throw new AssertionError(e.getMessage() + again, e);
            }
        }
    }

    /** A ledger with all it has said. */
    private static final class Book {
        private HostLedger ledger = new HostLedger();
        private final List<HostCharge> charges = new ArrayList<>();

        Outcome<HostCharge, Void> apply(HostReport report) {
            Outcome<HostCharge, Void> outcome = ledger.apply(report, HostLimits.DEFAULT);
            charges.addAll(outcome.charges());
            return outcome;
        }

        void restart() {
            HostTrail trail =
                    new HostTrail(ledger.trail().size(), ledger.trail().packed());
            assertEquals(ledger.trail().points(), trail.points());
            HostPoint newest = ledger.newest();
            ledger = new HostLedger(ledger.work(), ledger.cut(), ledger.days(), ledger.gpuDays(), ledger.base(), trail);
            assertEquals(newest, ledger.newest());
        }

        Map<String, HostUsage> sums() {
            Map<String, HostUsage> sums = new HashMap<>();
            charges.forEach(charge -> sums.merge(
                    charge.user() + " " + charge.part().project(), charge.part().work(), HostUsage::plus));
            sums.values().removeIf(HostUsage::isEmpty);
            return sums;
        }

        /** All that the tables are made of: what is left of the charges, each in its interval, and of the host. */
        Map<String, Object> tables() {
            Map<String, HostUsage> done = new TreeMap<>();
            Map<String, HostUsage> cut = new TreeMap<>();
            for (HostCharge charge : charges) {
                String key = charge.user() + " " + charge.part().project() + " " + charge.from() + "-" + charge.to();
                done.merge(key, charge.part().work(), HostUsage::plus);
                cut.merge(key, charge.part().cut(), HostUsage::plus);
            }
            done.values().removeIf(HostUsage::isEmpty);
            cut.values().removeIf(HostUsage::isEmpty);
            Map<String, Object> tables = new TreeMap<>(Map.of("done", done, "cut", cut));
            tables.put("host", ledger.work() + " " + ledger.cut() + " " + ledger.newest());
            return tables;
        }

        HostUsage sum() {
            return charges.stream().map(charge -> charge.part().work()).reduce(HostUsage.EMPTY, HostUsage::plus);
        }
    }

    private static Book play(List<HostReport> reports) {
        Book book = new Book();
        reports.forEach(book::apply);
        return book;
    }

    @Test
    void sumsAreWhatCountersRoseByInAnyOrder() {
        check(HONEST, (reports, random) -> {
            Map<String, HostUsage> truth = HostHistory.truth(reports);
            assertEquals(truth, play(reports).sums());
            assertEquals(truth, play(HostHistory.disturbed(reports, random)).sums());
        });
    }

    @Test
    void aClockThatStepsBackLosesNothingButWhatIsCut() {
        check(WITH_CLOCK_STEPS, (reports, random) -> {
            HostReport last = reports.get(reports.size() - 1);
            long newest = reports.stream().mapToLong(HostReport::at).max().orElseThrow();
            List<HostReport> all = new ArrayList<>(reports);
            all.add(new HostReport(
                    last.host(),
                    last.user(),
                    last.epoch(),
                    last.sequence() + 1,
                    newest + 1 + UtcDays.MILLIS,
                    last.platforms(),
                    last.hardware(),
                    last.projects()));
            HostUsage truth = HostHistory.truth(all).values().stream().reduce(HostUsage.EMPTY, HostUsage::plus);
            Book book = play(all);
            assertEquals(truth, book.ledger.work().plus(book.ledger.cut()));
        });
    }

    @Test
    void nothingDependsOnTheOrderOfReportsOvertakenByFifteenOthers() {
        check(CHANGES_IN_ORDER, (reports, random) -> {
            List<HostReport> arrivals = HostHistory.disturbed(reports, HostLedger.KEPT - 1, random);
            assertEquals(play(reports).tables(), play(arrivals).tables());
        });
    }

    @Test
    void norOfThoseWhoseClockStepsBack() {
        check(ALL_AND_CHANGES, (reports, random) -> {
            List<HostReport> arrivals = HostHistory.disturbed(reports, HostLedger.KEPT / 2, random);
            assertEquals(play(reports).tables(), play(arrivals).tables());
        });
    }

    @Test
    void sixteenReportsMayComeInAnyOrder() {
        check(ALL_AND_CHANGES, (reports, random) -> {
            List<HostReport> few = reports.subList(0, Math.min(reports.size(), HostLedger.KEPT));
            List<HostReport> arrivals = new ArrayList<>(few);
            Collections.shuffle(arrivals, random);
            assertEquals(play(few).tables(), play(arrivals).tables());
        });
    }

    @Test
    void noHostDoesMoreThanItCan() {
        check(ALL, (reports, random) -> {
            List<HostReport> arrivals = HostHistory.disturbed(reports, random);
            long first = arrivals.stream().mapToLong(HostReport::at).min().orElseThrow();
            long last = arrivals.stream().mapToLong(HostReport::at).max().orElseThrow();
            Hardware hardware = arrivals.get(0).hardware();
            // each interval's limit is rounded up to whole units
            long roundings = arrivals.size();
            HostUsage most = HostLimits.DEFAULT
                    .allowance(hardware, hardware, last - first)
                    .plus(new HostUsage(0, 0, roundings, roundings, roundings, roundings));
            assertTrue(most.isAtLeast(play(arrivals).sum()));
        });
    }

    @Test
    void aReportThatComesAgainHasNoEffect() {
        check(ALL, (reports, random) -> {
            Book book = play(reports);
            Map<String, HostUsage> sums = book.sums();
            List<HostPoint> points = book.ledger.trail().points();
            List<HostReport> again = new ArrayList<>(reports);
            Collections.shuffle(again, random);
            for (HostReport report : again) {
                Outcome<HostCharge, Void> outcome = book.apply(report);
                assertTrue(
                        outcome.effect() == Effect.DUPLICATE || outcome.effect() == Effect.WITHOUT_EFFECT,
                        outcome::toString);
            }
            assertEquals(sums, book.sums());
            assertEquals(points, book.ledger.trail().points());
        });
    }

    @Test
    void aLedgerTakenOutOfWhatWasKeptGoesOnAsBefore() {
        check(ALL, (reports, random) -> {
            Book undisturbed = new Book();
            Book restarted = new Book();
            for (HostReport report : HostHistory.disturbed(reports, random)) {
                assertEquals(undisturbed.apply(report), restarted.apply(report));
                restarted.restart();
            }
            assertEquals(undisturbed.ledger.work(), restarted.ledger.work());
            assertEquals(undisturbed.ledger.work(), undisturbed.sum());
        });
    }

    @Test
    void chargesLieWithinADayAndOnesInOrderAreNeverNegative() {
        check(IN_ORDER, (reports, random) -> {
            for (HostCharge charge : play(reports).charges) {
                assertEquals(UtcDays.day(charge.from()), UtcDays.day(charge.to() - 1), charge::toString);
                assertTrue(charge.part().work().isAtLeast(HostUsage.EMPTY), charge::toString);
                assertTrue(charge.part().cut().isAtLeast(HostUsage.EMPTY), charge::toString);
            }
        });
    }

    @Test
    void correctionsLeaveNoDayBelowZero() {
        check(HONEST, (reports, random) -> {
            Map<String, HostUsage> days = new HashMap<>();
            for (HostCharge charge : play(HostHistory.disturbed(reports, random)).charges) {
                String day = charge.part().project() + " " + UtcDays.day(charge.from());
                days.merge(day, charge.part().work(), HostUsage::plus);
            }
            days.forEach((day, work) -> assertTrue(work.isAtLeast(HostUsage.EMPTY), () -> day + " " + work));
        });
    }

    @Test
    void whatIsChargedAndWhatIsCutIsWhatCountersRoseBy() {
        check(IN_ORDER, (reports, random) -> {
            HostUsage truth = HostHistory.truth(reports).values().stream().reduce(HostUsage.EMPTY, HostUsage::plus);
            Book book = play(reports);
            assertEquals(truth, book.ledger.work().plus(book.ledger.cut()));
        });
    }

    @Test
    void aLateReportDividesTheIntervalAnew() {
        String reports = "a#0@0 p1=0; a#1@24 p1=86400; a#2@48 p1=86400";
        List<HostReport> inOrder = HostWords.reports(reports);
        Book book = play(List.of(inOrder.get(0), inOrder.get(2)));
        assertEquals("p1=43200@0-24 p1=43200@24-48", HostWords.told(book.charges));
        assertEquals(
                "APPLIED p1=-43200@0-24 p1=86400@0-24 p1=-43200@24-48",
                HostWords.told(book.apply(inOrder.get(1))),
                "all was done on the first day");
    }

    /** Five reports of which each goes on, begins from zero, begins an epoch or says too much, in all orders. */
    @Test
    void allOrdersOfAllShortHistoriesGiveTheSame() {
        for (int shape = 0; shape < 1 << 8; shape++) {
            assertSameInAllOrders(short5(shape));
        }
    }

    /** Two lives of a client at the same instants, clocks that step back, owners and hardware that change, jobs that never ran. */
    @Test
    void allOrdersOfReportsThatDisagreeGiveTheSame() {
        List<String> histories = List.of(
                "a#0@0 p1=0; a#1@2 p1=100; a#2@1 p1=200; a#3@3 p1=300; a#4@3 p1=400",
                "a#0@0 p1=0; a#1@4 p1=100; a#2@1 p1=200; a#3@2 p1=300; a#4@5 p1=400",
                "a#0@0 p1=0; a#1@1 p1=100; b#7@1 p1=900; b#8@2 p1=950; a#2@2 p1=150",
                "a#0@0 p1=0; b#1@1 p1=100; a#7@1 p1=900; a#8@2 p1=20; b#9@2 p1=150",
                "b#5@3 p1=10; b#6@2 p1=20; a#1@3 p1=30; a#2@4 p1=60; b#7@4 p1=70",
                "a#0@0 p1=0; b#1@1 p1=1; c#1@2 p1=2; d#1@3 p1=3; a#1@4 p1=44",
                "a#0@0 cpus=1 p1=0; a#1@1 cpus=64 p1=9000; a#2@2 cpus=1 p1=20000 user=bob; a#3@3 p1=40000 p2=9; a#4@4 p2=9",
                "a#0@0 gpus=1 p1=0; a#1@1 gpus=0 p1=0,0; a#2@2 gpus=0 p1=0,3000; a#3@3 p1=0,3000; a#4@30 p1=0,3000");
        histories.forEach(history -> assertSameInAllOrders(HostWords.reports(history)));
    }

    private static void assertSameInAllOrders(List<HostReport> reports) {
        List<List<Integer>> orders = new ArrayList<>();
        permute(new ArrayList<>(List.of(0, 1, 2, 3, 4)), 0, orders);
        assertEquals(120, orders.size());
        Map<String, Object> inOrder = play(reports).tables();
        for (List<Integer> order : orders) {
            List<HostReport> arrivals = order.stream().map(reports::get).toList();
            assertEquals(inOrder, play(arrivals).tables(), () -> order + HostHistory.told(reports));
        }
    }

    private static List<HostReport> short5(int shape) {
        List<HostReport> reports = new ArrayList<>();
        int seconds = 10_000;
        char epoch = 'a';
        for (int i = 0; i < 5; i++) {
            switch (i == 0 ? 0 : shape >> (2 * i - 2) & 3) {
                case 0 -> seconds += 100 * i;
                case 1 -> seconds = 50 * (5 - i);
                case 2 -> {
                    epoch++;
                    seconds = 40;
                }
                default -> seconds += 20_000;
            }
            reports.add(HostWords.report("%c#%d@%d p1=%d".formatted(epoch, i, i, seconds)));
        }
        return reports;
    }

    private static void permute(List<Integer> numbers, int from, List<List<Integer>> orders) {
        if (from == numbers.size()) {
            orders.add(List.copyOf(numbers));
        }
        for (int i = from; i < numbers.size(); i++) {
            Collections.swap(numbers, from, i);
            permute(numbers, from + 1, orders);
            Collections.swap(numbers, from, i);
        }
    }

    /** Late reports crowd out the oldest. */
    @Test
    void remembersTheNewestReportWhateverComesLate() {
        Book book = new Book();
        book.apply(HostWords.report("a#0@0 p1=0"));
        book.apply(HostWords.report("a#999@12 p1=999"));
        for (int i = 1; i < 100; i++) {
            Outcome<HostCharge, Void> outcome = book.apply(HostWords.report("a#%d@%s p1=%d".formatted(i, i / 10.0, i)));
            assertEquals(Effect.APPLIED, outcome.effect());
            assertEquals(999, Objects.requireNonNull(book.ledger.newest()).sequence());
        }
        assertEquals("APPLIED p1=1@12-13", HostWords.told(book.apply(HostWords.report("a#1000@13 p1=1000"))));
    }

    @Test
    void remembersSixteenReportsOfHoweverManyProjects() {
        Random random = new Random(5);
        Book book = new Book();
        for (int i = 0; i < 500; i++) {
            StringBuilder words = new StringBuilder("e%d#%d@%d".formatted(i / 50, i, i));
            int projects = 1 + random.nextInt(60);
            for (int p = 0; p < projects; p++) {
                words.append(" p")
                        .append(random.nextInt(3) * 100 + p)
                        .append("=")
                        .append(i);
            }
            assertEquals(
                    Effect.APPLIED,
                    book.apply(HostWords.report(words.toString())).effect());
            assertEquals(Math.min(i + 1, 16), book.ledger.trail().size());
            assertTrue(book.ledger.base() == null || book.ledger.base().epochs().size() <= 3);
        }
    }

    @Test
    void aReportOlderThanTheLastSixteenIsWithoutEffect() {
        Book book = new Book();
        for (int i = 0; i <= 20; i++) {
            if (i != 2 && i != 5) {
                book.apply(HostWords.report("a#%d@%d p1=%d".formatted(i, i, 100 * i)));
            }
        }
        assertEquals("WITHOUT_EFFECT", HostWords.told(book.apply(HostWords.report("a#2@2 p1=200"))));
        assertEquals(
                "APPLIED p1=150@4-5 p1=-200@4-6 p1=50@5-6",
                HostWords.told(book.apply(HostWords.report("a#5@5 p1=550"))));
    }
}
