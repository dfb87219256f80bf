package io.fairstream.rules.decay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsagePeriodsTest {
    @ParameterizedTest
    @CsvSource({"3, 10, 4", "3, 9, 3", "7, 28, 4", "1, 1, 1"})
    void asManyPeriodsCountAsNothingYoungerThanTheResetPeriodIsForgotten(int halfLife, int reset, int count) {
        assertEquals(
                count,
                UsagePeriods.of(0, Duration.ofDays(halfLife), Duration.ofDays(reset), 0.5)
                        .count());
    }

    @Test
    void fluxsDefaultsAreFourWeeks() {
        assertEquals(new UsagePeriods(0, Duration.ofDays(7), 4, 0.5), UsagePeriods.DEFAULT);
    }

    @Test
    void refusesPeriodsThatAreNone() {
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ZERO, 4, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ofDays(7), 0, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new UsagePeriods(0, Duration.ofDays(7), 4, 1.5));
        assertThrows(IllegalArgumentException.class, () -> UsagePeriods.of(0, Duration.ZERO, Duration.ofDays(1), 0.5));
        assertThrows(IllegalArgumentException.class, () -> UsagePeriods.of(0, Duration.ofDays(7), Duration.ZERO, 0.5));
    }
}
