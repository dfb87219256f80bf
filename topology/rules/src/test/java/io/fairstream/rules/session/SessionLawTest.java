package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The laws over many random histories, small ones first. {@code -Dfairstream.histories=N} sets how many; {@code
 * -Dfairstream.seed=S}, as a failure prints it, tries that one again.
 */
class SessionLawTest {
    private static final int MAX = Integer.getInteger("fairstream.histories", 250);
    private static final Long ONLY = Long.getLong("fairstream.seed");
    private static final int LARGEST = 40;

    /** A law. Everything random is drawn from {@code random}. */
    private interface Law {
        void holds(SessionHistory history, Random random);
    }

    private static void check(Law law) {
        for (long seed = ONLY == null ? 0 : ONLY; seed < (ONLY == null ? MAX : ONLY + 1); seed++) {
            SessionHistory history = SessionHistory.random(seed, 1 + (int) (seed * LARGEST / Math.max(MAX, seed + 1)));
            try {
                law.holds(history, new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\n-Dfairstream.seed=" + seed + "\n" + history.inOrder(), e);
            }
        }
    }

    private static SessionBook play(List<SessionDelta> records) {
        SessionBook book = new SessionBook();
        records.forEach(book::apply);
        return book;
    }

    @Test
    void anyOrderGivesTheTruth() {
        check((history, random) -> {
            SessionTruth truth = new SessionTruth(history.snapshots());
            SessionBook inOrder = play(history.inOrder());
            for (SessionBook book : List.of(inOrder, play(history.shuffled(random)))) {
                assertEquals(truth.times, book.times());
                assertEquals(truth.sums, book.sums());
                assertEquals(truth.down, book.down(), "DOWN at each instant");
                assertEquals(inOrder.stretches(), book.stretches());
                book.assertBalances();
                book.assertCounts();
            }
        });
    }

    @Test
    void whatIsDeliveredAgainChangesNothing() {
        check((history, random) -> {
            SessionBook book = play(history.shuffled(random));
            Map<String, NodeTime> times = book.times();
            List<Charge> charges = List.copyOf(book.charges());
            history.snapshots().stream()
                    .flatMap(List::stream)
                    .forEach(again ->
                            assertEquals(Effect.DUPLICATE, book.apply(again).effect()));
            history.shuffled(random).forEach(book::apply);
            assertEquals(times, book.times());
            assertEquals(charges, book.charges());
            book.assertCounts();
        });
    }

    @Test
    void aLedgerTakenOutOfWhatWasKeptGoesOnAsBefore() {
        check((history, random) -> {
            List<SessionDelta> delivered = history.disturbed(random);
            SessionBook undisturbed = new SessionBook();
            SessionBook restarted = new SessionBook();
            for (SessionDelta delta : delivered) {
                assertEquals(undisturbed.apply(delta), restarted.apply(delta));
                if (random.nextInt(5) == 0) {
                    restarted.restart();
                }
            }
            assertEquals(undisturbed.times(), restarted.times());
        });
    }

    @Test
    void timeIsConservedAndEachRecordCountsOnceWhateverIsSaid() {
        check((history, random) -> {
            SessionBook book = play(history.disturbed(random));
            book.assertBalances();
            book.assertCounts();
        });
    }

    @Test
    void deltasLowerNoTotalButDown() {
        check((history, random) -> {
            for (Charge charge : play(history.shuffled(random)).charges()) {
                Amounts used = Snapshots.usage(charge).amounts();
                boolean isSigned = List.of("SYSTEM", "DOWN")
                        .contains(Snapshots.usage(charge).user());
                assertTrue(isSigned || used.get(Quantity.CPU_USED) >= 0, charge::toString);
                for (Quantity quantity : Quantity.ALL) {
                    assertTrue(quantity == Quantity.CPU_USED || used.get(quantity) >= 0, charge::toString);
                }
            }
        });
    }

    /** All orders of five snapshots of which each may touch the next or not, and have other processors or not. */
    @Test
    void allOrdersOfAllShortHistoriesGiveTheTruth() {
        List<List<Integer>> orders = new ArrayList<>();
        permute(new ArrayList<>(List.of(0, 1, 2, 3, 4)), 0, orders);
        assertEquals(120, orders.size());
        for (int shape = 0; shape < 1 << 8; shape++) {
            List<SessionDelta> deltas = short5(shape);
            SessionTruth truth = new SessionTruth(deltas.stream().map(List::of).toList());
            for (List<Integer> order : orders) {
                SessionBook book = new SessionBook();
                order.forEach(i -> book.apply(deltas.get(i)));
                assertEquals(truth.times, book.times());
                assertEquals(truth.sums, book.sums());
                assertEquals(truth.down, book.down());
            }
        }
    }

    private static List<SessionDelta> short5(int shape) {
        List<SessionDelta> deltas = new ArrayList<>();
        int time = 0;
        int processors = 1;
        for (int i = 0; i < 5; i++) {
            int bits = i == 0 ? 0 : shape >> (2 * i - 2);
            time += bits & 1;
            processors += (bits & 2) == 0 ? 0 : 1 + i;
            deltas.add(Snapshots.of("a#%d %d-%d x%d IDLE=*".formatted(i, time, time + 1, processors))
                    .get(0)
                    .delta());
            time++;
        }
        return deltas;
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
}
