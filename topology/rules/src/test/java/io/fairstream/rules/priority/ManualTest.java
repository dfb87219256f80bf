package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked numbers of the section "User Priorities" of Condor's manual and of the notes of its Accountant. */
class ManualTest {
    private static final long DAY = 86_400_000;
    private static final HalfLife ONE_DAY = new HalfLife(86_400);
    private static final FactorRules FACTORS = new FactorRules(1, 1e10, 1e7, "cs.wisc.edu", Groups.EMPTY, Map.of());

    private AccountState user = AccountState.UNKNOWN;

    @Test
    void everyUserBeginsWithOneHalf() {
        assertEquals(0.5, user.realPriority());
    }

    @Test
    void whoContinuouslyUsesTenResourcesStabilizesAtTen() {
        user = user.after(new RateChange(0, 10, 10, 0), ONE_DAY);
        assertEquals(10, user.at(60 * DAY, ONE_DAY).realPriority(), 1e-12);
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "2, 2.5", "3, 1.25", "4, 0.625", "5, 0.5", "50, 0.5"})
    void aPriorityOfTenHalvesEachDayAfterAllJobsAreRemoved(int days, double priority) {
        user = user.after(new Edit(0, "root", new Edit.SetPriority(10)), ONE_DAY);
        assertEquals(priority, user.at(days * DAY, ONE_DAY).realPriority(), 1e-12);
    }

    @Test
    void unlessConfiguredOtherwiseTheEffectivePriorityIsTheReal() {
        assertEquals(new FactorRules.Factor(1, FactorRules.Source.DEFAULT), FACTORS.of("alice@cs.wisc.edu", user));
    }

    @ParameterizedTest
    @CsvSource({"nice-user.alice@cs.wisc.edu, 1e10", "alice@elsewhere.edu, 1e7"})
    void niceAndRemoteUsersAreBoosted(String customer, double factor) {
        assertEquals(factor, FACTORS.of(customer, user).value());
    }

    @ParameterizedTest
    @CsvSource({"60", "300", "3600", "86400"})
    void theIntervalsOfTheCalculationDoNotMatter(int seconds) {
        user = user.after(new RateChange(0, 3, 3, 0), ONE_DAY);
        for (long at = 0; at <= 2 * DAY; at += seconds * 1000L) {
            user = user.at(at, ONE_DAY);
        }
        assertEquals(3 - 2.5 / 4, user.realPriority(), 1e-12);
    }

    @Test
    void withATinyHalfLifeThePriorityIsWhatIsInUseNow() {
        HalfLife tiny = new HalfLife(0.0001);
        user = user.after(new RateChange(0, 7, 7, 0), tiny);
        assertEquals(7, user.at(1000, tiny).realPriority());
        user = user.after(new RateChange(2000, -7, -7, 0), tiny);
        assertEquals(0.5, user.at(3000, tiny).realPriority(), "back to the baseline instantly");
    }
}
