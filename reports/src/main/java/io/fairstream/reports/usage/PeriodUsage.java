package io.fairstream.reports.usage;

import io.fairstream.reports.columns.Document;
import io.fairstream.reports.columns.Format;
import io.fairstream.reports.columns.Numbers;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UsagePeriod;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Usage of payers in the half-life periods that count at an instant, like flux account view-user -J: first the decayed
 * usage, then the usage without decay of the current period, of the previous one, and so on. Percent is of the sum.
 *
 * @param first a row, whose periods are those of all rows; null without usage
 * @param count number of shown periods, up to the oldest with usage
 */
public record PeriodUsage(@Nullable AssociationUsage first, int count, PayerLines lines) {
    private static final double MILLIS = 1e3;

    /**
     * Reads the usage of users in banks.
     *
     * @param present the instant, unless a row is of a later one
     * @throws Failure if the rows have different periods
     */
    public static Document report(
            TopicReader reader, Instant present, ZoneId zone, Predicate<Association> wanted, PayerColumns payers) {
        PeriodUsage usage = Failure.ifRefused(() -> of(reader.latest(Topics.ASSOCIATION_USAGE), present, wanted));
        Document document = new Document();
        List<PayerColumns.Amount> amounts = new ArrayList<>(List.of(new PayerColumns.Amount("", "COUNTS NOW")));
        AssociationUsage row = usage.first;
        if (row != null) {
            Duration length = Duration.ofMillis(Math.round(row.getHalfLifeSeconds() * MILLIS));
            document.say("Usage at " + Format.local(row.getAsOf(), zone) + ", from periods of " + Numbers.span(length)
                            + ", each of which counts " + Numbers.number(row.getDecayFactor())
                            + " of the next one")
                    .say("");
            for (int age = 0; age < usage.count; age++) {
                Instant begin = begin(row, age);
                amounts.add(new PayerColumns.Amount("Since" + begin, Format.local(begin, zone)));
            }
        }
        return document.with(payers.report(usage.lines, amounts));
    }

    /**
     * Computes the usage from the rows of users.
     *
     * @param at the instant, unless a row is of a later one
     * @throws IllegalArgumentException if the rows have different periods
     */
    static PeriodUsage of(Collection<AssociationUsage> rows, Instant at, Predicate<Association> wanted) {
        Instant newest = rows.stream().map(AssociationUsage::getAsOf).reduce(at, PeriodUsage::later);
        List<AssociationUsage> users = rows.stream()
                .filter(row -> row.getKind() == ShareKind.USER && wanted.test(Association.of(row.getPath())))
                .map(row -> AssociationUsageAt.evaluate(row, newest))
                .filter(row -> !row.getPeriods().isEmpty())
                .toList();
        int count = 0;
        for (AssociationUsage row : users) {
            requireSame(users.get(0), row);
            count = Math.max(count, 1 + age(row, row.getPeriods().get(0)));
        }
        PayerLines lines = new PayerLines(1 + count);
        for (AssociationUsage row : users) {
            Association association = Association.of(row.getPath());
            lines.add(association.bank(), association.user(), amounts(row, count));
        }
        return new PeriodUsage(users.isEmpty() ? null : users.get(0), count, lines);
    }

    private static List<BigDecimal> amounts(AssociationUsage row, int count) {
        List<BigDecimal> amounts = new ArrayList<>(Collections.nCopies(1 + count, BigDecimal.ZERO));
        amounts.set(0, BigDecimal.valueOf(row.getPeriodUsage()));
        row.getPeriods()
                .forEach(period -> amounts.set(1 + age(row, period), BigDecimal.valueOf(period.getNodeSeconds())));
        return amounts;
    }

    /** Returns the number of periods by which the period precedes the one that the row's instant is in. */
    private static int age(AssociationUsage row, UsagePeriod period) {
        return (int) (running(row) - period.getIndex());
    }

    private static void requireSame(AssociationUsage one, AssociationUsage other) {
        boolean isSame = one.getHalfLifeSeconds() == other.getHalfLifeSeconds()
                && one.getPeriodEpoch().equals(other.getPeriodEpoch())
                && one.getPeriodCount() == other.getPeriodCount()
                && one.getDecayFactor() == other.getDecayFactor();
        if (!isSame) {
            throw new IllegalArgumentException("association-usage: " + one.getPath() + " and " + other.getPath()
                    + " have other periods (expected: the same, once the topology has caught up)");
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Returns the begin of the period {@code age} periods before the current one; the oldest period has no other begin. */
    static Instant begin(AssociationUsage row, int age) {
        return Instant.ofEpochMilli(AssociationUsageAt.periods(row).begin(running(row) - age));
    }

    private static long running(AssociationUsage row) {
        return AssociationUsageAt.periods(row).period(row.getAsOf().toEpochMilli());
    }
}
