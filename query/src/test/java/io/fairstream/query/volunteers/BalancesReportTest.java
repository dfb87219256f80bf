package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.query.records.Failure;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.schemas.Balance;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Einstein's allocation began with 100 on 2 March, adds 10 at the end of each hour up to 600, and was charged 50 until noon. */
class BalancesReportTest {
    private static final Balance EINSTEIN = Balance.newBuilder(SyntheticVolunteers.BALANCES.get(0))
            .setInitialBalance(100.0)
            .setAccrual(10.0)
            .setCap(600.0)
            .setAccrued(120.0)
            .setCharged(50.0)
            .setWithheld(0.0)
            .setBalance(170.0)
            .setAsOf(time("02T12:00"))
            .build();

    private static Instant time(String text) {
        return Instant.parse("2026-03-" + text + ":00Z");
    }

    @ParameterizedTest(name = "at {0}, now {1}: {6}")
    @CsvSource({
        // instant asked for, present; that of the row, accrued, withheld, balance
        ",         02T12:00, 02T12:00, 120, 0,   170, now",
        ",         02T12:59, 02T12:59, 120, 0,   170, an interval that is not over adds nothing",
        ",         02T13:00, 02T13:00, 130, 0,   180, its end adds ten",
        ",         03T12:00, 03T12:00, 360, 0,   410, a day later 24 times ten more",
        ",         02T08:00, 02T12:00, 120, 0,   170, the row is of later than the present",
        "03T00:00, 02T12:00, 03T00:00, 240, 0,   290, an instant to come",
        "03T00:00, 09T12:00, 03T00:00, 240, 0,   290, and one that is over: the present does not matter then",
        "04T07:00, 02T12:00, 04T07:00, 550, 0,   600, the 43rd hour after noon reaches the cap",
        "04T08:00, 02T12:00, 04T08:00, 550, 10,  600, what is above it is withheld",
        "05T00:00, 02T12:00, 05T00:00, 550, 170, 600, each hour",
    })
    void aBalanceGrowsAtTheEndOfEachIntervalUpToTheCap(
            @Nullable String at,
            String present,
            String then,
            double accrued,
            double withheld,
            double balance,
            String why) {
        assertEquals(
                Balance.newBuilder(EINSTEIN)
                        .setAsOf(time(then))
                        .setAccrued(accrued)
                        .setWithheld(withheld)
                        .setBalance(balance)
                        .setPeriodStart(EINSTEIN.getStart())
                        .setGranted(100 + accrued)
                        .setSpent(50.0)
                        .build(),
                BalanceRow.atPresent(EINSTEIN, at == null ? null : time(at), time(present)),
                why);
    }

    @Test
    void theBalanceBeforeTheLastChargeIsNotKnownAnyMore() {
        assertEquals(
                "at: 2026-03-02T11:00:00Z (expected: 2026-03-02T12:00:00Z or later, to which target einstein is charged)",
                assertThrows(Failure.class, () -> BalanceRow.atPresent(EINSTEIN, time("02T11:00"), time("09T00:00")))
                        .getMessage());
    }

    @Test
    void whoHasNoAllocationHasTheSameRowAtAnyInstant() {
        Balance rosetta = SyntheticVolunteers.BALANCES.get(1);
        assertSame(rosetta, BalanceRow.atPresent(rosetta, time("01T00:00"), time("09T00:00")));
    }
}
