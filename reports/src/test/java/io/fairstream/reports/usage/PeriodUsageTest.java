package io.fairstream.reports.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.reports.usage.PayerLines.By;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Synthetic rows as of the end of period 9, one of 900 s; four count, each half as much as the next. */
class PeriodUsageTest {
    private static final long LENGTH = 900;

    private static AssociationUsage.Builder row(String path, UsagePeriod... periods) {
        return AssociationUsage.newBuilder()
                .setPath(path)
                .setKind(ShareKind.USER)
                .setUser(path.substring(path.lastIndexOf('/') + 1))
                .setRawUsage(1000)
                .setPeriods(List.of(periods))
                .setPeriodUsage(0)
                .setSmoothUsage(0)
                .setWeightInUse(0)
                .setAsOf(at(10 * LENGTH - 1))
                .setHalfLifeSeconds(LENGTH)
                .setPeriodEpoch(Instant.EPOCH)
                .setPeriodCount(4)
                .setDecayFactor(0.5);
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }

    private static final List<AssociationUsage> ROWS = List.of(
            row("root/A/alice", new UsagePeriod(7L, 400.0), new UsagePeriod(9L, 100.0))
                    .build(),
            row("root/B/alice", new UsagePeriod(8L, 60.0)).build(),
            row("root/A", new UsagePeriod(7L, 400.0), new UsagePeriod(9L, 100.0))
                    .setKind(ShareKind.BANK)
                    .setUser(null)
                    .build(),
            row("root/B/idle").build());

    @Test
    void usageIsFirstAndThenThePeriodsFromTheRunningOneBack() {
        PeriodUsage bins = PeriodUsage.of(ROWS, at(0), association -> true);
        assertEquals(3, bins.count());
        assertEquals(
                List.of("root/A alice [200.0, 100.0, 0, 400.0]", "root/B alice [30.0, 0, 60.0, 0]"),
                bins.lines().lines(By.ASSOCIATION).stream()
                        .map(line -> line.bank() + " " + line.user() + " " + line.amounts())
                        .toList());
        AssociationUsage first = Objects.requireNonNull(bins.first());
        assertEquals(at(9 * LENGTH), PeriodUsage.begin(first, 0));
        assertEquals(at(7 * LENGTH), PeriodUsage.begin(first, 2));
    }

    @Test
    void atALaterInstantOlderPeriodsCountLessOrNotAtAll() {
        PeriodUsage bins = PeriodUsage.of(ROWS, at(11 * LENGTH), association -> true);
        assertEquals(4, bins.count());
        assertEquals(BigDecimal.valueOf(25.0 + 7.5), bins.lines().total().amount());
        assertEquals(
                0, PeriodUsage.of(ROWS, at(99 * LENGTH), association -> true).count());
    }

    @Test
    void rowsOfDifferentPeriodsAreNotAddedUp() {
        AssociationUsage other =
                row("root/C/bob", new UsagePeriod(8L, 1.0)).setDecayFactor(0.9).build();
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> PeriodUsage.of(List.of(ROWS.get(0), other), at(0), association -> true));
        assertEquals(
                "association-usage: root/A/alice and root/C/bob have other periods (expected: the same, once "
                        + "the topology has caught up)",
                refusal.getMessage());
    }
}
