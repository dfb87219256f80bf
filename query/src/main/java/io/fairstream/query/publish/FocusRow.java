package io.fairstream.query.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.publish.FinishedJob;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A row of FOCUS: a user's allocation at one price. {@code ListCost = ListUnitPrice x PricingQuantity} to the last
 * digit; a quantity is rounded once, to {@value #DECIMALS} decimals of an hour.
 *
 * @param first UTC day of the charge period
 * @param last UTC day of the charge period
 */
record FocusRow(
        PriceList list, PriceList.Price price, Who who, LocalDate first, LocalDate last, BigInteger amountMillis) {
    static final int DECIMALS = 9;

    /** Columns for people, who have one price and one bill. */
    private static final Set<String> SHOWN = Set.of(
            "BilledCost",
            "BillingCurrency",
            "ChargePeriodEnd",
            "ChargePeriodStart",
            "ListUnitPrice",
            "PricingQuantity",
            "PricingUnit",
            "SkuPriceId",
            "SubAccountId",
            "Tags");

    /** Holder of the amount, and its place. */
    record Who(String cluster, String bank, String user, String partition) {}

    BigDecimal quantity() {
        BigDecimal quantity = new BigDecimal(amountMillis)
                .divide(price.unit().divisor(), DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return quantity.scale() < 0 ? quantity.setScale(0, RoundingMode.UNNECESSARY) : quantity;
    }

    BigDecimal cost() {
        return price.price().multiply(quantity());
    }

    private static Instant begin(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private Map<String, String> tags() {
        Map<String, String> tags = new TreeMap<>();
        tags.put("user", who.user);
        tags.put("partition", who.partition);
        tags.values().removeIf(String::isEmpty);
        return tags;
    }

    private String describe() {
        return price.unit().shown() + " on " + who.cluster + (who.partition.isEmpty() ? "" : "/" + who.partition)
                + " held by " + who.user + (who.bank.isEmpty() ? "" : " for " + who.bank);
    }

    /** Returns all mandatory columns of version 1.2, and those of earlier versions that a cluster can fill. */
    static Report<FocusRow> report(List<FocusRow> rows) {
        Columns<FocusRow> columns = new Columns<FocusRow>()
                .number("BilledCost", FocusRow::cost)
                .text("BillingAccountId", row -> row.list.billingAccount())
                .text("BillingAccountName", row -> row.list.billingAccount())
                .text("BillingCurrency", row -> row.list.currency())
                .time(
                        "BillingPeriodEnd",
                        row -> begin(YearMonth.from(row.first).plusMonths(1).atDay(1)))
                .time(
                        "BillingPeriodStart",
                        row -> begin(YearMonth.from(row.first).atDay(1)))
                .text("ChargeCategory", row -> "Usage")
                .text("ChargeClass", row -> null)
                .text("ChargeDescription", FocusRow::describe)
                .text("ChargeFrequency", row -> "Usage-Based")
                .time("ChargePeriodEnd", row -> begin(row.last.plusDays(1)))
                .time("ChargePeriodStart", row -> begin(row.first))
                .number("ConsumedQuantity", FocusRow::quantity)
                .text("ConsumedUnit", row -> row.price.unit().shown())
                .number("ContractedCost", FocusRow::cost)
                .number("ContractedUnitPrice", row -> row.price.price())
                .number("EffectiveCost", FocusRow::cost)
                .text("InvoiceIssuerName", row -> row.list.provider())
                .number("ListCost", FocusRow::cost)
                .number("ListUnitPrice", row -> row.price.price())
                .text("PricingCategory", row -> "Standard")
                .number("PricingQuantity", FocusRow::quantity)
                .text("PricingUnit", row -> row.price.unit().shown())
                .text("ProviderName", row -> row.list.provider())
                .text("PublisherName", row -> row.list.provider())
                .text("ResourceId", row -> row.who.cluster)
                .text("ResourceName", row -> row.who.cluster)
                .text("ResourceType", row -> "Cluster")
                .text("ServiceCategory", row -> "Compute")
                .text("ServiceName", row -> "Batch computing")
                .text("SkuId", row -> row.price.unit().word())
                .text("SkuPriceId", row -> row.price.id())
                .text("SubAccountId", row -> row.who.bank.isEmpty() ? null : row.who.bank)
                .text("SubAccountName", row -> row.who.bank.isEmpty() ? null : FinishedJob.lastName(row.who.bank));
        // In CSV, FOCUS represents a column of objects as JSON.
        Report<FocusRow> report = columns.text("Tags", FocusRow::tagsAsJson).report(rows);
        return report.withColumns(report.columns().stream()
                .map(column -> SHOWN.contains(column.name()) ? column : column.hidden())
                .toList());
    }

    private Object tagsAsJson() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        tags().forEach(object::put);
        return object.toString();
    }
}
