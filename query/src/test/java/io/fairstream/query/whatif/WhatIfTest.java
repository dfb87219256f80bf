package io.fairstream.query.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Alice and bob hold a slot each since noon, alice with a factor of 10 of her own; carol used something a day before. */
class WhatIfTest {
    private static final Instant LATER = Instant.parse("2026-03-03T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private static WhatIf whatIf(String key, String value, @Nullable Instant until) throws JsonException {
        WhatIf whatIf = new WhatIf(Settings.parse(Map.of()), Settings.parse(Map.of(key, value)), until);
        whatIf.add(
                PlainJson.read(
                        AccountEdit.class,
                        "{\"customer\":\"alice\",\"at\":\"2026-03-02T11:00:00Z\",\"by\":\"root\",\"edit\":{\"SetFactor\":{\"factor\":10}}}"),
                LATER);
        add(whatIf, "slot3", "2026-03-01T06:00:00Z", "{\"Matched\":{\"customer\":\"carol\"}}");
        add(whatIf, "slot3", "2026-03-01T11:00:00Z", "{\"Unmatched\":{}}");
        add(whatIf, "slot1", "2026-03-02T12:00:00Z", "{\"Matched\":{\"customer\":\"alice\"}}");
        add(whatIf, "slot2", "2026-03-02T12:00:00Z", "{\"Matched\":{\"customer\":\"bob\"}}");
        add(whatIf, "slot2", "2026-03-03T06:00:00Z", "{\"Unmatched\":{}}");
        return whatIf;
    }

    private static void add(WhatIf whatIf, String slot, String at, String change) throws JsonException {
        whatIf.add(
                PlainJson.read(
                        MatchEvent.class,
                        "{\"resource\":\"" + slot + "\",\"at\":\"" + at + "\",\"change\":" + change + "}"),
                LATER);
    }

    private static Map<String, Object> row(Document document, String customer) {
        return ShownReport.fields((Report<?>) document.sections().get(2)).stream()
                .filter(row -> customer.equals(row.get("customer")))
                .findFirst()
                .orElseThrow();
    }

    private static double gain(Document document, String customer) {
        return row(document, customer).get("gain") instanceof Double gain ? gain : Double.NaN;
    }

    @Test
    void whoseFactorRisesLosesWhatTheOthersGain() throws JsonException {
        Document document = whatIf("priority.factor.default", "5", null).compare(DAY);
        assertEquals(
                "At 2026-03-03T06:00:00Z, if all 2 active users want the whole pool: 1 gain, 1 lose at least 0.1 % of it.",
                ShownReport.sentences(document).get(0));
        assertTrue(gain(document, "alice") > 0);
        assertEquals(0, gain(document, "alice") + gain(document, "bob"), 1e-9);
        assertEquals(false, row(document, "carol").get("negotiating"));
    }

    @Test
    void peopleSeeNoShareOfWhoDoesNotTakePart() throws JsonException {
        Document document = whatIf("priority.factor.default", "5", null).compare(DAY);
        List<String> lines = ShownReport.lines((Report<?>) document.sections().get(2));
        assertTrue(lines.get(0).endsWith("NOW SHARE|THEN SHARE|GAIN"), lines.toString());
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith("carol|") && line.endsWith("|||")), lines.toString());
        assertTrue(lines.get(1).startsWith("alice|") && lines.get(1).contains("|+"), lines.toString());
    }

    @Test
    void whatIsLaterDoesNotCount() throws JsonException {
        Document document = whatIf("priority.halflife", "P7D", Instant.parse("2026-03-02T12:00:00Z"))
                .compare(DAY);
        assertTrue(ShownReport.sentences(document).get(0).startsWith("At 2026-03-02T12:00:00Z,"));
    }

    @Test
    void configurationsMayGiveTheSameNumbersOrCountSuspendedResourcesInAnotherWay() throws JsonException {
        assertTrue(whatIf("commit.interval", "PT1S", null).isSame());
        assertFalse(whatIf("priority.halflife", "P7D", null).isSame());
        assertFalse(whatIf("priority.halflife", "P7D", null).chargesSuspendedDifferently());
        assertTrue(whatIf("charge.suspended", "false", null).chargesSuspendedDifferently());
    }

    @Test
    void whatIsOfTheFutureIsRefusedAndCounted() throws JsonException {
        WhatIf whatIf = whatIf("priority.halflife", "P7D", null);
        assertEquals(0, whatIf.refused());
        whatIf.add(
                PlainJson.read(
                        AccountEdit.class,
                        "{\"customer\":\"alice\",\"at\":\"2026-03-09T11:00:00Z\",\"by\":\"root\",\"edit\":{\"SetFactor\":{\"factor\":10}}}"),
                LATER);
        assertEquals(1, whatIf.refused());
    }
}
