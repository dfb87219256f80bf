package io.fairstream.query.usage;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.decay.UsagePeriods;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Usage of payers in the half-life periods that count at an instant, like flux account view-user -J: first the decayed
 * usage, then the usage without decay of the current period, of the previous one, and so on. Percent is of the sum.
 *
 * @param first a row, whose periods are those of all counted rows; null without usage
 * @param count number of shown periods, up to the oldest with usage
 * @param others paths of users whose rows do not count, since their periods are others
 */
public record PeriodUsage(@Nullable AssociationUsage first, int count, PayerLines lines, List<String> others) {
    private static final double MILLIS = 1e3;

    public PeriodUsage {
        others = List.copyOf(others);
    }

    /**
     * Reads the usage of users in banks.
     *
     * @param present the instant, unless a row is of a later one
     */
    public static Document report(
            TopicReader reader, Instant present, ZoneId zone, Predicate<Association> wanted, PayerColumns payers) {
        UsagePeriods configured = ShareRules.of(reader.settings()).terms().periods();
        PeriodUsage usage = of(reader.latest(Topics.ASSOCIATION_USAGE), present, configured, wanted);
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
        if (!usage.others.isEmpty()) {
            document.say("Not counted, because of other periods: " + String.join(", ", usage.others))
                    .say("");
        }
        return document.with(payers.report(usage.lines, amounts));
    }

    /**
     * Computes the usage from the rows of users with the configured periods; if no row has these, with those of most
     * rows. Rows with other periods cannot be added to them, and were perhaps written by somebody else.
     *
     * @param at the instant, unless a row is of a later one
     */
    static PeriodUsage of(
            Collection<AssociationUsage> rows, Instant at, UsagePeriods configured, Predicate<Association> wanted) {
        List<AssociationUsage> users = rows.stream()
                .filter(row -> row.getKind() == ShareKind.USER && wanted.test(Association.of(row.getPath())))
                .toList();
        Optional<UsagePeriods> periods = chosen(users, configured);
        List<String> others = new ArrayList<>();
        List<AssociationUsage> counted = new ArrayList<>();
        users.forEach(row -> {
            if (periods.equals(periods(row))) {
                counted.add(row);
            } else {
                others.add(row.getPath());
            }
        });
        Instant newest = counted.stream().map(AssociationUsage::getAsOf).reduce(at, PeriodUsage::later);
        counted.replaceAll(row -> AssociationUsageAt.evaluate(row, newest));
        counted.removeIf(row -> row.getPeriods().isEmpty());
        int count = 0;
        for (AssociationUsage row : counted) {
            for (UsagePeriod period : row.getPeriods()) {
                count = Math.max(count, 1 + age(row, period));
            }
        }
        PayerLines lines = new PayerLines(1 + count);
        for (AssociationUsage row : counted) {
            Association association = Association.of(row.getPath());
            lines.add(association.bank(), association.user(), amounts(row, count));
        }
        Collections.sort(others);
        return new PeriodUsage(counted.isEmpty() ? null : counted.get(0), count, lines, others);
    }

    private static Optional<UsagePeriods> chosen(Collection<AssociationUsage> rows, UsagePeriods configured) {
        Map<UsagePeriods, Long> numbers = rows.stream()
                .flatMap(row -> periods(row).stream())
                .collect(Collectors.groupingBy(periods -> periods, LinkedHashMap::new, Collectors.counting()));
        return numbers.containsKey(configured)
                ? Optional.of(configured)
                : numbers.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** Returns the periods of a row; empty if it has impossible ones, or usage of a later one than its instant's. */
    private static Optional<UsagePeriods> periods(AssociationUsage row) {
        try {
            UsagePeriods periods = AssociationUsageAt.periods(row);
            long now = periods.period(row.getAsOf().toEpochMilli());
            boolean isOver = row.getPeriods().stream().allMatch(period -> period.getIndex() <= now);
            return isOver ? Optional.of(periods) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
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
