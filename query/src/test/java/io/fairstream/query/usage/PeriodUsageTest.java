package io.fairstream.query.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.usage.PayerLines.By;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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

    private static final UsagePeriods PERIODS = new UsagePeriods(0, Duration.ofSeconds(LENGTH), 4, 0.5);

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
        PeriodUsage bins = of(ROWS, 0);
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
        PeriodUsage bins = of(ROWS, 11);
        assertEquals(4, bins.count());
        assertEquals(BigDecimal.valueOf(25.0 + 7.5), bins.lines().total().amount());
        assertEquals(0, of(ROWS, 99).count());
    }

    private static PeriodUsage of(List<AssociationUsage> rows, long period) {
        return PeriodUsage.of(rows, at(period * LENGTH), PERIODS, association -> true);
    }

    /** Rows that somebody else wrote: later periods, other ones, and impossible ones. */
    @Test
    void aRowOfOtherPeriodsIsNamedAndTakesNothingFromTheOthers() {
        List<AssociationUsage> rows = new ArrayList<>();
        rows.add(row("root/C/bob", new UsagePeriod(8L, 1.0)).setDecayFactor(0.9).build());
        rows.add(row("root/C/cat", new UsagePeriod(8L, 1.0)).setPeriodCount(0).build());
        rows.add(row("root/C/dan", new UsagePeriod(11L, 1.0)).build());
        rows.add(row("root/C/eve", new UsagePeriod(8L, 1.0))
                .setAsOf(at(99 * LENGTH))
                .setHalfLifeSeconds(2 * LENGTH)
                .build());
        rows.addAll(ROWS);
        PeriodUsage bins = of(rows, 0);
        assertEquals(List.of("root/C/bob", "root/C/cat", "root/C/dan", "root/C/eve"), bins.others());
        assertEquals(of(ROWS, 0).lines().total(), bins.lines().total());
        assertEquals(3, bins.count());
    }

    @Test
    void withoutRowsOfTheConfiguredPeriodsThoseOfMostRowsCount() {
        List<AssociationUsage> rows = new ArrayList<>(ROWS);
        rows.add(
                0,
                row("root/C/bob", new UsagePeriod(8L, 1.0)).setDecayFactor(0.9).build());
        PeriodUsage bins = PeriodUsage.of(rows, at(0), UsagePeriods.DEFAULT, association -> true);
        assertEquals(List.of("root/C/bob"), bins.others());
        assertEquals(3, bins.count());
    }
}
