package io.fairstream.schemas;

import static io.fairstream.schemas.FactorSource.DEFAULT;
import static io.fairstream.schemas.FactorSource.EXPLICIT;
import static io.fairstream.schemas.FactorSource.LEASE;
import static io.fairstream.schemas.LeaseKind.CEILING;
import static io.fairstream.schemas.LeaseKind.FACTOR;
import static io.fairstream.schemas.LeaseKind.FLOOR;
import static io.fairstream.schemas.Samples.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityAtTest {
    private static final double HALF_LIFE = 86_400;

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        // p at asOf, weight, half-lives later, p then, reason
        "0.5,  1, 1,    0.75,  'a new customer with one slot is half way to 1 after a half-life'",
        "10,   0, 1,    5,     'idle: half after a half-life (manual: 10 becomes 5 a day later)'",
        "10,   0, 2,    2.5,   'and a quarter after two'",
        "10,   0, 5,    0.5,   'the floor'",
        "10,   0, 4,    0.625, 'just above the floor'",
        "10,   10, 3,   10,    'in equilibrium nothing moves'",
        "0.5,  100, 1000000, 100, 'after very long it is the weight in use'",
        "1,    0.2, 1000, 0.5, 'a weight below the floor leads to the floor'",
        "0.5,  8, 0,    0.5,   'no time, no change'",
    })
    void decaysTowardsTheWeightInUse(double before, double weight, double halfLives, double after, String reason) {
        Priority row = row(before, weight);

        Priority then = PriorityAt.evaluate(row, NOON.plusSeconds((long) (halfLives * HALF_LIFE)));

        assertEquals(after, then.getRealPriority(), 1e-12 * after, reason);
        assertEquals(after * 1000, then.getEffectivePriority(), 1e-9 * after, reason);
    }

    @Test
    void aRowOfAnEarlierReleaseMayHoldWhatIsNoNumber() {
        assertTrue(PriorityAt.isFinite(row(3, 8)));
        assertFalse(PriorityAt.isFinite(row(Double.NaN, 8)));
        assertFalse(PriorityAt.isFinite(row(3, Double.POSITIVE_INFINITY)));
        assertFalse(PriorityAt.isFinite(Priority.newBuilder(row(3, 8))
                .setWeightedAccumulatedUsage(Double.NaN)
                .build()));
    }

    @Test
    void twoStepsAreOne() {
        Priority row = row(3, 8);
        Instant later = NOON.plusMillis(12_345_678);
        Instant last = later.plusMillis(98_765_432);

        Priority once = PriorityAt.evaluate(row, last);
        Priority twice = PriorityAt.evaluate(PriorityAt.evaluate(row, later), last);

        assertEquals(once.getRealPriority(), twice.getRealPriority(), 1e-12);
        assertEquals(once.getWeightedAccumulatedUsage(), twice.getWeightedAccumulatedUsage(), 1e-6);
    }

    @Test
    void usagesGrowWithWhatIsInUse() {
        Priority row = Priority.newBuilder(row(1, 8))
                .setResourcesInUse(2)
                .setAccumulatedUsage(100)
                .setWeightedAccumulatedUsage(400)
                .build();

        Priority then = PriorityAt.evaluate(row, NOON.plusMillis(10_001));

        assertEquals(100 + 20.002, then.getAccumulatedUsage(), 1e-12);
        assertEquals(400 + 80.008, then.getWeightedAccumulatedUsage(), 1e-12);
        assertEquals(NOON.plusMillis(10_001), then.getLastUsage());
        assertEquals(NOON.plusMillis(10_001), then.getAsOf());
        assertEquals(2, then.getResourcesInUse());
    }

    @Test
    void anIdleCustomersLastUsageStays() {
        Priority idle = Priority.newBuilder(row(1, 0))
                .setResourcesInUse(0)
                .setLastUsage(NOON.minusSeconds(5))
                .build();
        assertEquals(
                NOON.minusSeconds(5),
                PriorityAt.evaluate(idle, NOON.plusSeconds(9)).getLastUsage());
        assertNull(PriorityAt.evaluate(row(1, 8), NOON).getLastUsage());
    }

    @ParameterizedTest(name = "at +{0} s: factor {1} by {2}, {3} leases left")
    @CsvSource({
        "0,  7,    LEASE,    2",
        "9,  7,    LEASE,    2",
        "10, 20,   LEASE,    1",
        "29, 20,   LEASE,    1",
        "30, 1000, EXPLICIT, 0",
        "99, 1000, EXPLICIT, 0",
    })
    void nestedLeasesEndOneAfterTheOther(long seconds, double factor, FactorSource source, int left) {
        Priority row = leased(7, lease(FACTOR, 7, -5, 10, 1000.0), lease(FACTOR, 20, -9, 30, 1000.0));

        Priority then = PriorityAt.evaluate(row, NOON.plusSeconds(seconds));

        assertEquals(factor, then.getPriorityFactor());
        assertEquals(source, then.getFactorSource());
        assertEquals(left, then.getLeases().size());
        assertEquals(then.getRealPriority() * factor, then.getEffectivePriority());
    }

    @Test
    void aLeaseThatOutlivesANewerOneReturns() {
        Priority row = leased(7, lease(FACTOR, 20, -9, 30, 1000.0), lease(FACTOR, 7, -5, 10, 1000.0));
        assertEquals(7, PriorityAt.evaluate(row, NOON).getPriorityFactor(), "the order of the row does not matter");
        assertEquals(20, PriorityAt.evaluate(row, NOON.plusSeconds(10)).getPriorityFactor());
    }

    @Test
    void leasesOfCeilingAndFloorReturnToTheirPriorsOrNone() {
        Priority row = Priority.newBuilder(leased(1000, lease(CEILING, 5, 0, 10, null), lease(FLOOR, 2, 0, 20, 1.0)))
                .setCeiling(5.0)
                .setFloor(2.0)
                .setFactorSource(DEFAULT)
                .build();

        Priority then = PriorityAt.evaluate(row, NOON.plusSeconds(10));
        assertNull(then.getCeiling());
        assertEquals(2.0, then.getFloor());
        assertEquals(1.0, PriorityAt.evaluate(row, NOON.plusSeconds(20)).getFloor());
        assertEquals(DEFAULT, then.getFactorSource(), "no lease of the factor, no change of it");
    }

    @Test
    void refusesATimeBeforeAsOfNamingIt() {
        var refusal =
                assertThrows(IllegalArgumentException.class, () -> PriorityAt.evaluate(row(1, 1), NOON.minusMillis(1)));
        assertTrue(refusal.getMessage().contains("asOf 2026-03-02T12:00:00Z"), refusal.getMessage());
    }

    @Test
    void halfLivesOfAFractionOfAMillisecondAreFine() {
        Priority row =
                Priority.newBuilder(row(50, 3)).setHalfLifeSeconds(0.0001).build();
        assertEquals(3, PriorityAt.evaluate(row, NOON.plusSeconds(1)).getRealPriority());
        assertEquals(50, PriorityAt.evaluate(row, NOON).getRealPriority());
    }

    private static Priority row(double realPriority, double weight) {
        return Priority.newBuilder(Samples.ALICE)
                .setRealPriority(realPriority)
                .setWeightInUse(weight)
                .setHalfLifeSeconds(HALF_LIFE)
                .setLeases(List.of())
                .build();
    }

    private static Priority leased(double factor, Lease... leases) {
        return Priority.newBuilder(row(2, 2))
                .setPriorityFactor(factor)
                .setFactorSource(LEASE)
                .setLeases(List.of(leases))
                .build();
    }

    private static Lease lease(LeaseKind kind, double value, long from, long until, Double prior) {
        return new Lease(
                kind, value, NOON.plusSeconds(from), NOON.plusSeconds(until), prior, kind == FACTOR ? EXPLICIT : null);
    }
}
