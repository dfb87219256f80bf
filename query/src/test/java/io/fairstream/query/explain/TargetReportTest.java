package io.fairstream.query.explain;

import static io.fairstream.query.DocumentLines.part;
import static io.fairstream.query.DocumentLines.sentences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Document;
import io.fairstream.schemas.Balance;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Balances of {@link SyntheticVolunteers}, at 1:00 on 4 March. */
class TargetReportTest {
    private static final Balance EINSTEIN = SyntheticVolunteers.BALANCES.get(0);
    private static final long AT = Instant.parse("2026-03-04T01:00:00Z").toEpochMilli();

    private static Document report(Balance row, By by, @Nullable Double reaches, int limit, @Nullable Instant known) {
        TargetSums sums = new TargetSums(row, by);
        SyntheticVolunteers.CHARGES.forEach(sums::add);
        TargetParts parts = sums.parts(known);
        io.fairstream.rules.usage.Allocation.Balance balance = parts.balance();
        return new TargetReport(parts, balance == null ? null : balance.at(AT), reaches, null).document(limit);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "DAY  | 2026-03-04  - - 1.44E13, 2026-03-02  - - 3.6144E15",
                "APP  | -  - - 3.6288E15",
                "USER | - - bob - 3.6E15, - - alice - 2.88E13",
                "HOST | - - bob h2 3.6E15, - - alice h1 2.88E13",
            })
    void chargesAreSummedUp(By by, String expected) {
        String part = by.name().toLowerCase(Locale.ROOT);
        assertEquals(
                List.of(expected.split(", ", -1)),
                part(report(EINSTEIN, by, null, Explain.ALL, null), part, "day", "app", "user", "host", "charged"));
    }

    @Test
    void beyondTheLimitTheSumIsOfAll() {
        Document document = report(EINSTEIN, By.DAY, null, 1, null);
        assertEquals(List.of("2026-03-04"), part(document, "day", "day"));
        assertEquals(List.of("3.6288E15 3.6288E15 49"), part(document, "sum", "charged", "sum", "intervals"));
        assertTrue(
                sentences(document).contains("The sum is of all 2 lines."),
                sentences(document).toString());
    }

    @Test
    void aValueThatTheCapForbidsIsNeverReached() {
        Document document = report(EINSTEIN, By.DAY, 3e15, Explain.ALL, null);
        assertEquals(List.of("0.0", "2.0E15", "3.0E15"), part(document, "reaches", "value"));
        assertEquals("-", part(document, "reaches", "at").get(2));
    }

    @Test
    void withoutAnAllocationThereIsNoBalance() {
        Balance rosetta = SyntheticVolunteers.BALANCES.get(1);
        Document document = report(rosetta, By.APP, null, Explain.ALL, null);
        assertEquals(List.of("7.2E12 -"), part(document, "sum", "done", "balance"));
        assertEquals(List.of(), part(document, "reaches", "value"));
        assertTrue(
                sentences(document).get(0).contains("has no allocation"),
                sentences(document).toString());
    }

    @Test
    void whatDeletedEntriesChargedIsAPart() {
        Instant known = Instant.parse("2026-03-03T00:00:00Z");
        Document document =
                report(Balance.newBuilder(EINSTEIN).setCharged(4.6288e15).build(), By.DAY, null, Explain.ALL, known);
        assertEquals(List.of("2026-03-03T00:00:00Z 1.0E15"), part(document, "earlier", "before", "charged"));
    }

    @Test
    void aBalanceBelowZeroIsSaidToBeSo() {
        assertEquals(
                "below 0: 1.04900 PFLOPs had accrued by then, and 2.57980 P more were used",
                sentences(report(EINSTEIN, By.DAY, null, Explain.ALL, null)).get(2));
    }
}
