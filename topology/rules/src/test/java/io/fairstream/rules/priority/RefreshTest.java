package io.fairstream.rules.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.InUse;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefreshTest {
    @ParameterizedTest(name = "{6}")
    @CsvSource({
        "0.5, 0, 0,     0,   1000,  false, at the floor and idle nothing changes",
        "8,   0, 0,     0,   40,    false, an idle user within a hundredth",
        "8,   0, 0,     0,   60,    true,  and beyond",
        "8,   0, 0,     100, 140,   false, counted from what was written last",
        "2,   2, 10000, 0,   100,   false, at rest: usage grows by a hundredth",
        "2,   2, 10000, 0,   102,   true,  and by more",
        "2,   2, 0,     0,   1,     true,  a first usage is a change",
        "8,   0, 0,     60,  60,    false, no time passed",
        "8,   0, 0,     60,  10,    false, the clock stands behind what was written",
    })
    void isDueWhenANumberIsOffByMoreThanOnePercent(
            double priority, int weight, long usageSeconds, long published, long now, boolean due, String reason) {
        HalfLife halfLife = new HalfLife(3600);
        AccountState unknown = AccountState.UNKNOWN;
        AccountState state = new AccountState(
                0,
                priority,
                new InUse(weight / 2, new CompensatedSum(weight, 0)),
                InUse.EMPTY,
                unknown.usage().plus(new InUse(1, new CompensatedSum(2, 0)), 0, usageSeconds * 1000),
                true,
                unknown.cutoffs(),
                List.of());
        assertEquals(due, PriorityRow.needsRefresh(state, published * 1000, now * 1000, halfLife), reason);
    }
}
