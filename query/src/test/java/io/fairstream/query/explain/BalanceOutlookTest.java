package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.Allocation.Balance;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An allocation that began at midnight and adds something at the end of each hour, asked at 10:30. */
class BalanceOutlookTest {
    private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");

    @ParameterizedTest(name = "{6}")
    @CsvSource({
        "-5,   1,    ,   ,        0,   2026-03-02T15:00:00Z, five intervals end at 11 to 15",
        "-4.5, 1,    ,   ,        0,   2026-03-02T15:00:00Z, a part of an interval's accrual comes with the whole",
        "-5,   1,    ,   13,      0,   ,                      it ends before",
        "-5,   1,    ,   15,      0,   2026-03-02T15:00:00Z, it ends with that interval",
        "-5,   0,    ,   ,        0,   ,                      nothing accrues",
        "-5,   1,    -1, ,        0,   ,                      the cap is below",
        "-5,   1,    2,  ,        2,   2026-03-02T17:00:00Z, at the cap",
        "-5,   2,    2,  ,        2,   2026-03-02T14:00:00Z, the last interval adds what is missing to the cap",
        "3,    1,    ,   ,        2,   2026-03-02T10:30:00Z, is there already",
        "-1e9, 1e-3, ,   ,        0,   ,                      not before the year 10000",
        "-0.3, 0.1,  ,   ,        0,   2026-03-02T13:00:00Z, three tenths are three times a tenth",
    })
    void reachesAValueAtTheEndOfAnInterval(
            double amount,
            double accrual,
            @Nullable Double cap,
            @Nullable Integer endHour,
            double value,
            @Nullable Instant expected,
            String why) {
        long start = MIDNIGHT.toEpochMilli();
        Long end = endHour == null
                ? null
                : Long.valueOf(start + Duration.ofHours(endHour).toMillis());
        Allocation allocation =
                new Allocation("p", "p", "", amount - 10 * accrual, accrual, Duration.ofHours(1), start, end, cap);
        long now = start + Duration.ofMinutes(630).toMillis();
        Balance balance = new Balance(allocation, new AllocationBalance(now, 10 * accrual, 0, 0));
        assertEquals(expected, new BalanceOutlook(balance).reaches(value), why);
    }
}
