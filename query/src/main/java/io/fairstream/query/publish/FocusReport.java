package io.fairstream.query.publish;

import io.fairstream.publish.FinishedJob;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Topics;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Allocations of jobs from the journal at the prices of a list: rows of FOCUS for each user in each bank, partition and
 * price, by UTC month or day. Reserved resources count like allocated ones. Mutable during reading.
 */
public final class FocusReport {
    private final PriceList prices;
    private final LocalDate first;
    private final int days;
    private final boolean isByDay;
    private final Instant present;
    private final Map<FocusRow.Who, Map<PriceUnit, HeldOverDays>> held =
            new TreeMap<>(Comparator.comparing(FocusRow.Who::cluster)
                    .thenComparing(FocusRow.Who::bank)
                    .thenComparing(FocusRow.Who::user)
                    .thenComparing(FocusRow.Who::partition));
    private long unpriced;

    /**
     * Creates a report of UTC days.
     *
     * @param end the day after the last one, after first
     * @param present end of the billed time of current allocations
     */
    FocusReport(PriceList prices, LocalDate first, LocalDate end, boolean isByDay, Instant present) {
        this.present = present;
        this.prices = prices;
        this.first = first;
        this.days = Math.toIntExact(ChronoUnit.DAYS.between(first, end));
        this.isByDay = isByDay;
        if (days < 1) {
            throw new IllegalArgumentException("end: " + end + " (expected: after the start, " + first + ")");
        }
    }

    /**
     * Reads the journal.
     *
     * @param end the UTC day after the last one
     * @param present end of the billed time of current allocations
     */
    public static Document report(
            TopicReader reader, PriceList prices, LocalDate first, LocalDate end, boolean isByDay, Instant present) {
        FocusReport report = new FocusReport(prices, first, end, isByDay, present);
        reader.readCharges(null, row -> report.charge(Objects.requireNonNull(row.value())));
        List<FocusRow> rows = report.rows();
        Document document = new Document();
        if (!reader.isWhole(Topics.CHARGES)) {
            document.warn("warning: old entries of charges are deleted: allocations that began before are wrong here");
        }
        if (report.unpriced > 0) {
            document.warn("warning: " + report.unpriced + " days of users in partitions have no price");
        }
        return document.with(FocusRow.report(rows));
    }

    void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.ASSOCIATION
                || !(charge.getEntry() instanceof HoldingChange change)
                || change.getHoldings() == 0) {
            return;
        }
        String path = charge.getAccount();
        FocusRow.Who who = new FocusRow.Who(
                Objects.requireNonNullElse(charge.getDimensions().getCluster(), ""),
                path.substring(0, Math.max(0, path.lastIndexOf('/'))),
                FinishedJob.lastName(path),
                change.getPartition());
        Map<PriceUnit, HeldOverDays> of = held.computeIfAbsent(who, each -> new EnumMap<>(PriceUnit.class));
        for (PriceUnit unit : PriceUnit.values()) {
            long amount = unit.amount(change);
            if (amount != 0) {
                of.computeIfAbsent(unit, each -> new HeldOverDays(first, days, present.toEpochMilli()))
                        .change(change.getAt().toEpochMilli(), Math.multiplyExact(amount, change.getHoldings()));
            }
        }
    }

    List<FocusRow> rows() {
        List<FocusRow> rows = new ArrayList<>();
        held.forEach((who, units) -> {
            boolean[] isUsed = new boolean[days];
            boolean[] isPriced = new boolean[days];
            units.forEach((unit, amounts) -> addRows(who, unit, amounts.days(), rows, isUsed, isPriced));
            for (int day = 0; day < days; day++) {
                unpriced += isUsed[day] && !isPriced[day] ? 1 : 0;
            }
        });
        return rows;
    }

    /** Number of days of users in partitions without a price. */
    long unpriced() {
        return unpriced;
    }

    private record Group(PriceList.Price price, LocalDate period) {}

    private void addRows(
            FocusRow.Who who,
            PriceUnit unit,
            BigInteger[] amounts,
            List<FocusRow> rows,
            boolean[] isUsed,
            boolean[] isPriced) {
        Map<Group, FocusRow> groups = new LinkedHashMap<>();
        for (int i = 0; i < days; i++) {
            if (amounts[i].signum() != 0) {
                LocalDate day = first.plusDays(i);
                isUsed[i] = true;
                Optional<PriceList.Price> price = prices.price(unit, day, who.bank(), who.partition());
                if (price.isPresent()) {
                    isPriced[i] = true;
                    LocalDate period = isByDay ? day : YearMonth.from(day).atDay(1);
                    groups.merge(
                            new Group(price.get(), period),
                            new FocusRow(prices, price.get(), who, day, day, amounts[i]),
                            FocusReport::together);
                }
            }
        }
        rows.addAll(groups.values());
    }

    private static FocusRow together(FocusRow one, FocusRow next) {
        return new FocusRow(
                one.list(),
                one.price(),
                one.who(),
                one.first(),
                next.last(),
                one.amountMillis().add(next.amountMillis()));
    }
}
