package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice had a match of weight 8 from the first second to the third, and has one of weight 4 since; her row is of the fifth. */
class CustomerReconciliationTest {
    private static final long AS_OF = 5000;

    private static CustomerReconciliation alice(Cutoffs cutoffs) {
        CustomerReconciliation alice = new CustomerReconciliation(cutoffs, AS_OF);
        alice.use(1000, 1000, 1, 8);
        alice.use(3000, 1000, -1, -8);
        alice.use(3000, 3000, 1, 4);
        return alice;
    }

    private static Priority row(int resources, double weight, double usage, double weighted) {
        return Priority.newBuilder()
                .setCustomer("alice")
                .setRealPriority(1)
                .setEffectivePriority(1)
                .setPriorityFactor(1)
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(List.of())
                .setResourcesInUse(resources)
                .setWeightInUse(weight)
                .setAccumulatedUsage(usage)
                .setWeightedAccumulatedUsage(weighted)
                .setAsOf(Instant.ofEpochMilli(AS_OF))
                .setHalfLifeSeconds(86_400)
                .setGroup(false)
                .build();
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "1, 4,    4, 24,     '',                                                 the row is right",
        "2, 4,    4, 24,     '\"alice\" resourcesInUse: 2 (expected: 1)',           another match in use",
        "1, 4.5,  4, 24,     '\"alice\" weightInUse: 4.5 (expected: 4.0)',          another weight",
        "1, 4,    5, 24,     '\"alice\" accumulatedUsage: 5.0 (expected: 4.0)',     a second too many",
        "1, 4,    4, 23,     '\"alice\" weightedAccumulatedUsage: 23.0 (expected: 24.0)', weighted too few",
        "1, 4, 4, 24.00000001, '', what rounding leaves is no difference",
    })
    void aRowIsComparedWithWhatMatchesAddUpTo(
            int resources, double weight, double usage, double weighted, String difference, String why) {
        assertEquals(
                difference,
                alice(Cutoffs.NONE)
                        .difference(row(resources, weight, usage, weighted))
                        .orElse(""),
                why);
    }

    @ParameterizedTest(name = "{6}")
    @CsvSource({
        "0,    0,    0,    0,     4, 24, nothing is cut off",
        "0,    2000, 2000, 0,     3, 16, a reset in the second second",
        "2000, 2000, 2000, 0,     2, 8,  a deletion then: the first match no longer counts",
        "0,    0,    4000, 10000, 4, 14, ten weighted seconds were set in the fourth",
    })
    void editsCutOffWhatWasBefore(
            long matches, long usage, long weighted, double set, double seconds, double weightedSeconds, String why) {
        Cutoffs cutoffs = new Cutoffs(matches, usage, weighted, set);
        assertEquals(
                "",
                alice(cutoffs).difference(row(1, 4, seconds, weightedSeconds)).orElse(""),
                why);
    }

    @Test
    void whatIsOverIsNotInUse() {
        CustomerReconciliation alice = alice(Cutoffs.NONE);
        assertTrue(alice.isUsed() && alice.isInUse());
        alice.use(4000, 3000, -1, -4);
        assertTrue(alice.isUsed() && !alice.isInUse());
        assertFalse(new CustomerReconciliation(Cutoffs.NONE, AS_OF).isUsed());
    }

    /** As those of schedulers whose clocks have whole seconds. */
    @Test
    void aMatchThatEndedAsItBeganNeedsNoRow() {
        CustomerReconciliation bob = new CustomerReconciliation(Cutoffs.NONE, 0);
        bob.use(1000, 1000, 1, 8);
        assertTrue(bob.isUsed());
        bob.use(1000, 1000, -1, -8);
        assertFalse(bob.isUsed());
        bob.use(2000, 2000, 1, 8);
        bob.use(2001, 2000, -1, -8);
        assertTrue(bob.isUsed());
    }
}
