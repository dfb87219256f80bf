package io.fairstream.agent.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random histories of synthetic nodes, small ones first; a failure names the seed. */
class AccountingLawTest {
    private static final int HISTORIES = 3_000;

    private static final int LONG_HISTORIES = 1_000;
    /** Reading takes less than an interval, mostly. */
    private static final int LIVING = 20;

    /** A history and what was said of it. */
    private static final class Book {
        private final SimulatedNode node;
        private final int seed;
        private NodeState last;
        private CpuRemainder carry = CpuRemainder.NONE;
        private CpuTime begin;
        private long sessions;

        private Book(int seed, boolean orphans) {
            this(seed, orphans, 0, 1);
        }

        /** Between two readings of processes come at most so many steps, but for the first and the last snapshot. */
        private Book(int seed, boolean orphans, int stepsInScan, long tickMicros) {
            Random random = new Random(seed);
            this.seed = seed;
            this.node = new SimulatedNode(random, orphans)
                    .withPids(stepsInScan == 0 ? 40 : 400)
                    .showing(tickMicros);
            for (int i = random.nextInt(60); i > 0; i--) {
                node.step();
            }
            this.last = node.seen();
            this.begin = node.busy();
            for (int snapshots = 1 + random.nextInt(1 + seed / 200); snapshots > 0; snapshots--) {
                for (int i = random.nextInt(60) + LIVING * stepsInScan; i > 0; i--) {
                    node.step();
                }
                look(node.seen(last.processes(), snapshots == 1 ? 0 : stepsInScan));
            }
        }

        private void look(NodeState now) {
            Interval interval = Interval.between(last, now, carry);
            long sum = 0;
            for (Segment part : interval.parts()) {
                sum += part.cpu().micros();
                if (part.session() != Segment.SYSTEM) {
                    assertTrue(part.cpu().userMicros() >= 0 && part.cpu().systemMicros() >= 0, said(part));
                    assertTrue(part.realKiBSeconds() >= 0 && part.realHighwaterKiB() >= 0, said(part));
                }
                sessions += part.session() > 0 ? part.cpu().micros() : 0;
            }
            assertEquals(4_000 * (now.atMillis() - last.atMillis()), sum, "seed " + seed + ": law 3");
            assertEquals(
                    interval.parts().size(),
                    interval.parts().stream().map(Segment::session).distinct().count(),
                    "seed " + seed + ": one part for each session");
            last = now;
            carry = interval.carry();
        }

        private String said(Segment part) {
            return "seed " + seed + ": " + part;
        }

        /** Returns the sessions that were sent and those kept for later. */
        private long sessions() {
            return sessions
                    + carry.held().stream()
                            .mapToLong(part -> part.cpu().micros())
                            .sum();
        }

        private long truth() {
            return node.busy().minus(begin).micros();
        }
    }

    @Test
    void whereEverybodyIsWaitedForNothingIsLostAndNothingCountedTwice() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            Book book = new Book(seed, false);
            assertEquals(book.truth(), book.sessions(), "seed " + seed);
        }
    }

    /** However much happens while processes are read, it is made up for by the next snapshot at rest. */
    @Test
    void whatHappensWhileProcessesAreReadIsNeitherLostNorCountedTwice() {
        for (int seed = 0; seed < LONG_HISTORIES; seed++) {
            Book book = new Book(seed, false, 1 + seed % 12, 1);
            assertEquals(book.truth(), book.sessions(), "seed " + seed);
        }
    }

    /** Times that are cut off at ticks do not add up: in the end the rest is less than a tick in each mode. */
    @Test
    void whatIsCutOffAtTicksDoesNotAddUp() {
        for (int seed = 0; seed < LONG_HISTORIES; seed++) {
            Book book = new Book(seed, false, 1 + seed % 12, 1_000);
            long most = 4L * 1_000 * (book.last.processes().size() + 1);
            assertTrue(Math.abs(book.truth() - book.sessions()) <= most, "seed " + seed + ": " + book.sessions());
        }
    }

    @Test
    void whereNotEverybodyIsWaitedForNothingIsCountedTwiceWhileProcessesAreRead() {
        for (int seed = 0; seed < LONG_HISTORIES; seed++) {
            Book book = new Book(seed, true, 1 + seed % 12, 1);
            assertTrue(book.sessions() <= book.truth(), "seed " + seed + ": " + book.sessions() + " > " + book.truth());
        }
    }

    @Test
    void whereNotEverybodyIsWaitedForNothingIsCountedTwice() {
        long truth = 0;
        long told = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            Book book = new Book(seed, true);
            assertTrue(book.sessions() <= book.truth(), "seed " + seed + ": " + book.sessions() + " > " + book.truth());
            truth += book.truth();
            told += book.sessions();
        }
        assertTrue(told > truth / 2, told + " of " + truth);
    }
}
