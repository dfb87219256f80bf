package io.fairstream.query.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BucketsTest {

    @Test
    void withoutAStepThePeriodIsOne() {
        assertEquals(
                List.of("2026-03-02T08:30:00Z", "2026-03-02T10:15:00Z"),
                bounds("2026-03-02T08:30:00Z", "2026-03-02T10:15:00Z", null, "UTC"));
    }

    @Test
    void theFirstAndTheLastAreCutShort() {
        assertEquals(
                List.of("2026-03-02T08:30:00Z", "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "2026-03-02T10:15:00Z"),
                bounds("2026-03-02T08:30:00Z", "2026-03-02T10:15:00Z", UtilizationStep.HOUR, "UTC"));
        assertEquals(
                List.of("2026-01-15T00:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"),
                bounds("2026-01-15T00:00:00Z", "2026-03-01T00:00:00Z", UtilizationStep.MONTH, "UTC"));
    }

    @Test
    void daysBeginInTheZoneAndTheOneOfSummerTimeIsShorter() {
        assertEquals(
                List.of("2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z"),
                bounds("2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z", UtilizationStep.DAY, "Europe/Berlin"));
    }

    @Test
    void anInstantIsInTheBucketThatBeginsWithIt() {
        Instant begin = Instant.parse("2026-03-02T08:30:00Z");
        Buckets hours = Buckets.of(new Period(begin, begin.plusSeconds(7200)), UtilizationStep.HOUR, ZoneId.of("UTC"));
        assertEquals(0, hours.at(begin.toEpochMilli()));
        assertEquals(0, hours.at(begin.plusSeconds(1799).toEpochMilli()));
        assertEquals(1, hours.at(begin.plusSeconds(1800).toEpochMilli()));
        assertEquals(2, hours.at(begin.plusSeconds(7199).toEpochMilli()));
    }

    private static List<String> bounds(String begin, String end, @Nullable UtilizationStep step, String zone) {
        Buckets buckets = Buckets.of(new Period(Instant.parse(begin), Instant.parse(end)), step, ZoneId.of(zone));
        List<String> bounds = new ArrayList<>();
        for (int i = 0; i < buckets.count(); i++) {
            bounds.add(buckets.begin(i).toString());
        }
        bounds.add(buckets.end(buckets.count() - 1).toString());
        return bounds;
    }
}
