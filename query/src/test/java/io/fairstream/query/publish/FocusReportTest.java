package io.fairstream.query.publish;

import static io.fairstream.testing.SyntheticUse.held;
import static io.fairstream.testing.SyntheticUse.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.schemas.HoldingChange;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FocusReportTest {
    private static final LocalDate FIRST = LocalDate.parse("2026-03-01");
    private static final LocalDate END = LocalDate.parse("2026-04-01");
    private static final Instant PRESENT = Instant.parse("2026-05-01T00:00:00Z");
    private static final PriceList LIST = PriceList.parse(
            "prices",
            List.of(
                    "# a made-up centre",
                    "currency = EUR",
                    "provider = Example Computing Centre",
                    "cpu-hour = 0.02 from 2026-01-01",
                    "cpu-hour = 0.03 from 2026-03-10",
                    "cpu-hour = 0.01 from 2026-01-01 partition debug",
                    "gpu-hour = 1.20 from 2026-01-01 account root/physics"));

    /** Holds 8 processors, a node and a GPU from an hour after 2 March's midnight to another. */
    private static void hold(FocusReport report, String path, String partition, double from, double to) {
        HoldingChange.Builder held = held(from, to, 1).setPartition(partition);
        report.charge(
                holding(path, 1, held.setAt(held.getSince()).setHoldings(1).build()));
        report.charge(holding(
                path,
                1,
                held(from, to, 1).setPartition(partition).setHoldings(-1).build()));
    }

    @Test
    void costIsPriceTimesQuantityOfEachPartAtItsPrice() {
        FocusReport report = new FocusReport(LIST, FIRST, END, false, PRESENT);
        hold(report, "root/physics/alice", "batch", 0, 10);
        hold(report, "root/physics/alice", "debug", 0, 1);
        hold(report, "root/bio/bob", "batch", 0, 0.5);
        assertEquals(
                List.of(
                        "bob cpu-hour/2026-01-01 4 0.08",
                        "alice cpu-hour/2026-01-01 80 1.60",
                        "alice gpu-hour/account=root/physics/2026-01-01 10 12.00",
                        "alice cpu-hour/partition=debug/2026-01-01 8 0.08",
                        "alice gpu-hour/account=root/physics/2026-01-01 1 1.20"),
                brief(report));
        assertEquals(0, report.unpriced());
    }

    private static List<String> brief(FocusReport report) {
        return report.rows().stream()
                .map(row -> row.who().user() + " " + row.price().id() + " "
                        + row.quantity().toPlainString() + " " + row.cost().toPlainString())
                .toList();
    }

    /** 9 March is 168 hours after the midnight of 2 March; the new price holds from 192 on. */
    @Test
    void aPriceHoldsFromItsDay() {
        FocusReport report = new FocusReport(LIST, FIRST, END, false, PRESENT);
        hold(report, "root/bio/bob", "batch", 191, 193);
        assertEquals(List.of("bob cpu-hour/2026-01-01 8 0.16", "bob cpu-hour/2026-03-10 8 0.24"), brief(report));
        assertEquals(LocalDate.parse("2026-03-09"), report.rows().get(0).last());
        assertEquals(LocalDate.parse("2026-03-10"), report.rows().get(1).first());
    }

    @Test
    void byDayEachDayIsAChargePeriodAndTheyAddUp() {
        FocusReport byDay = new FocusReport(LIST, FIRST, END, true, PRESENT);
        FocusReport byMonth = new FocusReport(LIST, FIRST, END, false, PRESENT);
        hold(byDay, "root/bio/bob", "batch", 20, 50);
        hold(byMonth, "root/bio/bob", "batch", 20, 50);
        assertEquals(
                List.of("4", "24", "2"),
                byDay.rows().stream()
                        .map(row -> row.quantity()
                                .divide(BigDecimal.valueOf(8), 0, RoundingMode.UNNECESSARY)
                                .toPlainString())
                        .toList());
        assertEquals(List.of("bob cpu-hour/2026-01-01 240 4.80"), brief(byMonth));
    }

    @Test
    void whatReachesBeyondThePeriodIsCutAndWhatIsTakenBackIsNothing() {
        FocusReport report =
                new FocusReport(LIST, LocalDate.parse("2026-03-03"), LocalDate.parse("2026-03-04"), false, PRESENT);
        hold(report, "root/bio/bob", "batch", 0, 100);
        assertEquals(List.of("bob cpu-hour/2026-01-01 192 3.84"), brief(report));
        HoldingChange.Builder wrong = held(30, 40, 1).setPartition("batch");
        report.charge(holding(
                "root/bio/bob", 2, wrong.setAt(wrong.getSince()).setHoldings(1).build()));
        report.charge(holding(
                "root/bio/bob", 2, wrong.setAt(wrong.getSince()).setHoldings(-1).build()));
        assertEquals(List.of("bob cpu-hour/2026-01-01 192 3.84"), brief(report));
    }

    @Test
    void whatIsStillHeldIsBilledUpToNow() {
        FocusReport report = new FocusReport(LIST, FIRST, END, false, Instant.parse("2026-03-03T06:00:00Z"));
        hold(report, "root/bio/bob", "batch", 20, 50);
        assertEquals(List.of("bob cpu-hour/2026-01-01 80 1.60"), brief(report), "10 hours on 8 processors");
    }

    @Test
    void daysWithoutAnyPriceAreCounted() {
        PriceList gpus =
                PriceList.parse("prices", List.of("currency = EUR", "provider = X", "gpu-hour = 1 from 2026-03-05"));
        FocusReport report = new FocusReport(gpus, FIRST, END, false, PRESENT);
        hold(report, "root/bio/bob", "batch", 0, 100);
        assertEquals(List.of("bob gpu-hour/2026-03-05 28 28"), brief(report));
        assertEquals(3, report.unpriced(), "2, 3 and 4 March");
    }

    /** No amount of money is ever a binary fraction: list cost is unit price x quantity to the last digit. */
    @Test
    void moneyIsExact() throws JsonProcessingException {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            FocusReport report = new FocusReport(LIST, FIRST, END, random.nextBoolean(), PRESENT);
            for (int job = 0; job < 20; job++) {
                double from = random.nextInt(700);
                hold(report, "root/physics/alice", "batch", from, from + random.nextInt(1_000_000_000) / 3.6e6);
            }
            for (JsonNode row : json(report)) {
                BigDecimal expected = row.path("ListUnitPrice")
                        .decimalValue()
                        .multiply(row.path("PricingQuantity").decimalValue());
                for (String cost : List.of("ListCost", "BilledCost", "EffectiveCost", "ContractedCost")) {
                    assertEquals(0, expected.compareTo(row.path(cost).decimalValue()), cost + " seed " + seed);
                }
            }
        }
    }

    private static List<JsonNode> json(FocusReport report) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        Report<FocusRow> rows = FocusRow.report(report.rows());
        List<JsonNode> nodes = new ArrayList<>();
        for (FocusRow row : report.rows()) {
            nodes.add(mapper.readTree(RowText.json(rows, row)));
        }
        return nodes;
    }

    @Test
    void aRowHasAllColumnsThatFocusWants() throws JsonProcessingException {
        FocusReport report = new FocusReport(LIST, FIRST, END, false, PRESENT);
        hold(report, "root/bio/bob", "batch", 0, 1);
        StringWriter csv = new StringWriter();
        RowText.csv(FocusRow.report(report.rows()), csv);
        Set<String> columns = new TreeSet<>(
                List.of(csv.toString().lines().findFirst().orElse("").split(",", -1)));
        Set<String> mandatory = Set.of(
                "BilledCost",
                "BillingAccountId",
                "BillingAccountName",
                "BillingCurrency",
                "BillingPeriodEnd",
                "BillingPeriodStart",
                "ChargeCategory",
                "ChargeClass",
                "ChargeDescription",
                "ChargePeriodEnd",
                "ChargePeriodStart",
                "ContractedCost",
                "EffectiveCost",
                "InvoiceIssuerName",
                "ListCost",
                "PricingQuantity",
                "PricingUnit",
                "ProviderName",
                "PublisherName",
                "ServiceCategory",
                "ServiceName");
        assertEquals(
                List.of(),
                mandatory.stream().filter(name -> !columns.contains(name)).toList());
        assertEquals(
                "{\"BilledCost\":0.16,\"BillingAccountId\":\"Example Computing Centre\",\"BillingAccountName\":\"Example"
                        + " Computing Centre\",\"BillingCurrency\":\"EUR\",\"BillingPeriodEnd\":\"2026-04-01T00:00:00Z\","
                        + "\"BillingPeriodStart\":\"2026-03-01T00:00:00Z\",\"ChargeCategory\":\"Usage\",\"ChargeDescription\":"
                        + "\"CPU-Hours on tux/batch held by bob for root/bio\",\"ChargeFrequency\":\"Usage-Based\","
                        + "\"ChargePeriodEnd\":\"2026-03-03T00:00:00Z\",\"ChargePeriodStart\":\"2026-03-02T00:00:00Z\","
                        + "\"ConsumedQuantity\":8,\"ConsumedUnit\":\"CPU-Hours\",\"ContractedCost\":0.16,"
                        + "\"ContractedUnitPrice\":0.02,\"EffectiveCost\":0.16,\"InvoiceIssuerName\":\"Example Computing"
                        + " Centre\",\"ListCost\":0.16,\"ListUnitPrice\":0.02,\"PricingCategory\":\"Standard\","
                        + "\"PricingQuantity\":8,\"PricingUnit\":\"CPU-Hours\",\"ProviderName\":\"Example Computing Centre\","
                        + "\"PublisherName\":\"Example Computing Centre\",\"ResourceId\":\"tux\",\"ResourceName\":\"tux\","
                        + "\"ResourceType\":\"Cluster\",\"ServiceCategory\":\"Compute\",\"ServiceName\":\"Batch computing\","
                        + "\"SkuId\":\"cpu-hour\",\"SkuPriceId\":\"cpu-hour/2026-01-01\",\"SubAccountId\":\"root/bio\","
                        + "\"SubAccountName\":\"bio\",\"Tags\":\"{\\\"partition\\\":\\\"batch\\\",\\\"user\\\":\\\"bob\\\"}\"}",
                json(report).get(0).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    cpu-hour                                  | "cpu-hour" (expected: key = value)
                    cpu = 1 from 2026-01-01                   | "cpu" (expected: cpu-hour, gpu-hour, gib-hour, node-hour, currency, provider or billing-account)
                    cpu-hour = 1                              | cpu-hour: "1" (expected: PRICE from DAY, then partition NAME or account PATH)
                    cpu-hour = 1 since 2026-01-01             | cpu-hour: "1 since 2026-01-01" (expected: PRICE from DAY, then partition NAME or account PATH)
                    cpu-hour = -1 from 2026-01-01             | cpu-hour: -1 (expected: a price such as 0.02, at most 12 decimals, at most 24 digits)
                    cpu-hour = 1e3 from 2026-01-01            | cpu-hour: 1e3 (expected: a price such as 0.02, at most 12 decimals, at most 24 digits)
                    cpu-hour = 1 from 2026-02-30              | cpu-hour: from 2026-02-30 (expected: a day such as 2026-01-01)
                    cpu-hour = 1 from 2026-01-01 queue x      | cpu-hour: "queue" (expected: partition or account, each once)
                    cpu-hour = 1 from 2026-01-01 account a account b | cpu-hour: "account" (expected: partition or account, each once)
                    cpu-hour = 0.5 from 2026-01-01            | cpu-hour/2026-01-01: duplicate (expected: once)
                    currency = Euro                           | currency: duplicate (expected: once)
                    """)
    void badLinesAreRefused(String line, String refusal) {
        List<String> lines = List.of("currency = EUR", "provider = X", "cpu-hour = 1 from 2026-01-01", "", line);
        assertEquals(
                "prices:5: " + refusal,
                assertThrows(IllegalArgumentException.class, () -> PriceList.parse("prices", lines))
                        .getMessage());
    }

    @Test
    void aListNeedsACurrencyAProviderAndAPrice() {
        for (List<String> lines : List.of(
                List.of("provider = X", "cpu-hour = 1 from 2026-01-01"),
                List.of("currency = EUR", "cpu-hour = 1 from 2026-01-01"),
                List.of("currency = EUR", "provider = X"))) {
            assertThrows(IllegalArgumentException.class, () -> PriceList.parse("prices", lines));
        }
    }
}
