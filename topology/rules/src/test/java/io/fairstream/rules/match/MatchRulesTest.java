package io.fairstream.rules.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of the last event of each row; the words are those of {@link MatchText}. */
class MatchRulesTest {
    private final MatchLedger ledger = new MatchLedger();

    private Outcome<Charge, MatchRow> play(String events) {
        Outcome<Charge, MatchRow> outcome = Outcome.of(Effect.WITHOUT_EFFECT);
        for (MatchEvent event : MatchText.events("slot1", events)) {
            outcome = ledger.apply(event, MatchText.CAUSE);
        }
        return outcome;
    }

    private static String told(Outcome<Charge, MatchRow> outcome) {
        String entries = outcome.charges().stream().map(MatchText::text).collect(Collectors.joining(" "));
        String records = outcome.results().stream()
                .map(record -> MatchText.text(MatchText.finished(record)) + " r" + record.revision())
                .collect(Collectors.joining(", "));
        String kind = outcome.effect().toString();
        return kind + (entries.isEmpty() ? "" : ": " + entries) + (records.isEmpty() ? "" : " [" + records + "]");
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 alice | alice 10- | APPLIED: +alice@10 | a match on a free resource opens",
                "10 alice x0 | alice 10- | APPLIED: +alice@10 x0.0 | a weight of 0 is a match too",
                "10 alice; 20 alice | alice 10- | DUPLICATE | the same customer again is a repeat",
                "10 alice #m1; 20 alice #m1 | alice 10- | DUPLICATE | with the same id too",
                "10 alice #m1; 20 alice | alice 10- | DUPLICATE | or without one",
                "10 alice; 20 alice #m1 | alice 10- | DUPLICATE | or with one learned now",
                "10 alice x1; 20 alice x8 | alice 10- | DUPLICATE | the weight of the match stays",
                "10 alice #m1; 20 alice #m2 | alice 20- | APPLIED: +alice@20 -alice@20 [alice 10-20 REMATCHED r1] | another id is another match",
                "10 alice; 20 alice #m1; 30 alice #m2 | alice 30- | APPLIED: +alice@30 -alice@30 [alice 10-30 REMATCHED r1] | an id learned by a repeat counts",
                "10 alice; 30 bob | bob 30- | APPLIED: +bob@30 -alice@30 [alice 10-30 REMATCHED r1] | another customer hands over",
                "10 alice; 30 free | free | APPLIED: -alice@30 [alice 10-30 UNMATCHED r1] | unmatched closes",
                "10 alice #m1; 30 free #m1 | free | APPLIED: -alice@30 [alice 10-30 UNMATCHED r1] | by its id",
                "10 alice; 30 free #m1 | free | APPLIED: -alice@30 [alice 10-30 UNMATCHED r1] | by an id that was not told",
                "10 alice #m1; 30 free #m9 | alice 10- | WITHOUT_EFFECT | of another id closes nothing",
                "30 free | free | WITHOUT_EFFECT | unmatched of a free resource is no error",
                "10 alice; 20 free; 30 free | free | WITHOUT_EFFECT | nor is a second one",
                "10 alice; 10 free | free | APPLIED: -alice@10 [alice 10-10 UNMATCHED r1] | a match may have no length",
                "10 alice; 20 free; 20 free | free | DUPLICATE | the same record again is known",
                "10 alice; 20 free; 10 alice | free | DUPLICATE | also of a closed match",
            })
    void followsTheMatchRules(String events, String held, String outcome, String reason) {
        assertEquals(outcome, told(play(events)), reason);
        assertEquals(held, MatchText.text(ledger.held()), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "sees CLAIMED alice | WITHOUT_EFFECT / alice 10- | confirms",
                "sees PREEMPTING alice | WITHOUT_EFFECT / alice 10- | confirms",
                "sees CLAIMED bob x2 | APPLIED: +bob@20 x2.0 -alice@20 [alice 10-20 REMATCHED r1] / bob 20- | hands over",
                "sees PREEMPTING bob | APPLIED: +bob@20 -alice@20 [alice 10-20 REMATCHED r1] / bob 20- | hands over",
                "sees UNCLAIMED | APPLIED: -alice@20 [alice 10-20 UNCLAIMED r1] / free | breaks",
                "sees VANISHED | APPLIED: -alice@20 [alice 10-20 VANISHED r1] / free | breaks",
                "sees MATCHED | WITHOUT_EFFECT / alice 10- | keeps",
                "sees MATCHED bob | WITHOUT_EFFECT / alice 10- | keeps, whoever is named",
                "sees OTHER | WITHOUT_EFFECT / alice 10- | keeps",
                "sees CLAIMED alice suspended | APPLIED: -alice@20 [alice 10-20 SUSPENDED r1] / free | is not charged",
                "sees CLAIMED bob suspended | APPLIED: -alice@20 [alice 10-20 SUSPENDED r1] / free | is not charged, and no longer alice's",
                "sees MATCHED alice suspended | WITHOUT_EFFECT / alice 10- | only a claim can be suspended",
            })
    void anObservationOfAMatchedResource(String seen, String wanted, String reason) {
        play("10 alice");
        String outcome = told(play("20 " + seen));
        assertEquals(wanted, outcome + " / " + MatchText.text(ledger.held()), reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sees CLAIMED alice x4 | APPLIED: +alice@20 x4.0",
                "sees PREEMPTING alice | APPLIED: +alice@20",
                "sees CLAIMED alice suspended | WITHOUT_EFFECT",
                "sees MATCHED alice | WITHOUT_EFFECT",
                "sees OTHER | WITHOUT_EFFECT",
                "sees UNCLAIMED | WITHOUT_EFFECT",
                "sees VANISHED | WITHOUT_EFFECT",
            })
    void anObservationOfAFreeResource(String seen, String wanted) {
        assertEquals(wanted, told(play("20 " + seen)));
    }

    @Test
    void aClaimThatResumesIsAMatchAnew() {
        play("10 alice; 20 sees CLAIMED alice suspended; 30 sees CLAIMED alice suspended");
        assertEquals("APPLIED: +alice@40", told(play("40 sees CLAIMED alice")));
    }

    @Test
    void suspendedClaimsAreChargedWhereTheSiteWishesIt() {
        MatchEvent seen = MatchText.event("slot1", "20 sees CLAIMED alice suspended");
        assertEquals(MatchText.event("slot1", "20 sees CLAIMED alice"), seen.chargingSuspended());
        assertEquals(
                Effect.APPLIED,
                ledger.apply(seen.chargingSuspended(), MatchText.CAUSE).effect());
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 alice #m1; 30 bob #m2; 20 free #m1 | APPLIED: +alice@30 -alice@20 [alice 10-20 UNMATCHED r2] | a late unmatched moves the end of a handover back",
                "10 alice #m1; 30 bob #m2; 20 free #m1; 15 free #m1 | APPLIED: +alice@20 -alice@15 [alice 10-15 UNMATCHED r3] | and again",
                "10 alice #m1; 30 bob #m2; 40 free #m1 | WITHOUT_EFFECT | but not forward",
                "10 alice #m1; 30 bob #m2; 20 free #m9 | WITHOUT_EFFECT | nor for another id",
                "10 alice x4 #m1; 30 bob; 20 free | APPLIED: +alice@30 x4.0 -alice@20 x4.0 [alice 10-20 UNMATCHED r2] | without an id it ends what was open",
                "30 bob; 10 alice | APPLIED: +alice@10 -alice@30 [alice 10-30 REMATCHED r1] | a late match takes its place before the next",
                "10 alice; 30 free; 20 bob | APPLIED: +alice@30 +bob@20 -alice@20 -bob@30 [alice 10-20 REMATCHED r2, bob 20-30 UNMATCHED r1] | or cuts one in two",
                "30 free; 10 alice | APPLIED: +alice@10 -alice@30 [alice 10-30 UNMATCHED r1] | an end may come before its begin",
                "20 alice; 30 free; 10 alice | APPLIED: +alice@30 +alice@10 -alice@20 -alice@30 [alice 10-30 UNMATCHED r1, alice 20-20 WITHDRAWN r2] | an earlier begin withdraws the later one",
                "10 alice; 30 free; 20 free #m1; 25 alice | APPLIED: +alice@25 -alice@30 [alice 25-30 UNMATCHED r1] | a gap is filled again",
                "10 alice; 30 sees CLAIMED alice; 20 free | APPLIED: +alice@30 -alice@20 [alice 10-20 UNMATCHED r1] | what was a confirmation becomes a begin",
                "10 alice; 40 free; 20 alice | DUPLICATE | a late repeat changes nothing",
                "10 alice; 40 free; 50 free | WITHOUT_EFFECT | nor a late nothing",
            })
    void correctsWhatComesLate(String events, String wanted, String reason) {
        assertEquals(wanted, told(play(events)), reason);
    }

    @Test
    void anIdLearnedAfterTheEndIsWrittenToTheRecord() {
        play("10 alice; 30 free");
        Outcome<Charge, MatchRow> outcome = play("20 alice #m1");
        assertEquals(List.of(), outcome.charges());
        assertEquals("m1", outcome.results().get(0).matchId());
        assertEquals(2, outcome.results().get(0).revision());
    }

    @Test
    void aMatchThatWasClosedAndReopenedByLateEventsKeepsCountingItsRevisions() {
        assertEquals("alice 10-20 UNMATCHED r1", records("10 alice; 20 free"));
        assertEquals("alice 5-20 UNMATCHED r1, alice 10-10 WITHDRAWN r2", records("5 alice"));
        assertEquals("alice 5-7 UNMATCHED r2, alice 10-20 UNMATCHED r3", records("7 free"));
    }

    private String records(String events) {
        String told = told(play(events));
        return told.substring(told.indexOf('[') + 1, told.length() - 1);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 alice; 20 free; 20 bob | bob 20- | freed and matched again at one instant, in this order",
                "10 alice; 20 bob; 20 free | free | in the other order the last word counts",
                "10 alice #m1; 20 bob #m2; 20 free #m1 | bob 20- | an id tells which match ended",
                "20 free #m1; 20 alice #m1 | free | an end named by its id never comes before its begin",
                "20 free; 20 alice | alice 20- | an end without a name does",
                "20 alice; 20 bob; 20 carol | carol 20- | of several the last",
            })
    void eventsOfOneInstantCountAsTheyArrive(String events, String held, String reason) {
        play(events);
        assertEquals(held, MatchText.text(ledger.held()), reason);
    }

    @Test
    void matchesOfTheSameStartShareARecord() {
        assertEquals("alice 20-20 REMATCHED r1", records("20 alice; 20 bob"));
        assertEquals("bob 20-30 UNMATCHED r2", records("30 free"));
    }

    @Test
    void namesAreKeptAsTheyAre() {
        for (String customer : List.of("two words@pool", "quo\"te", "Bob@pool", "bob@pool", "数学")) {
            MatchLedger fresh = new MatchLedger();
            Outcome<Charge, MatchRow> outcome = fresh.apply(
                    new MatchEvent("slot 1", "a \"pool\"", 10, new Matched(customer, 1, "")), MatchText.CAUSE);
            assertEquals(customer, outcome.charges().get(0).account().name());
            assertEquals("a \"pool\"", outcome.charges().get(0).dimensions().pool());
        }
    }

    @Test
    void customersAreToldApartByCase() {
        play("10 Alice");
        assertEquals("APPLIED: +alice@20 -Alice@20 [Alice 10-20 REMATCHED r1]", told(play("20 alice")));
    }

    @Test
    void refusesToApplyWhatAPageMustTell() {
        for (int second = 101; second < 170; second++) {
            play(second + " alice");
        }
        assertEquals(48, Objects.requireNonNull(ledger.evictPage()).events().size());
        ledger.pages().add();
        assertThrows(IllegalStateException.class, () -> play("149 free"));
        assertEquals(Effect.APPLIED, play("149.001 free").effect());
    }

    @Test
    void isQuietWhenNothingIsHeldAndNothingWasSaidSince() {
        play("10 alice; 20 free");
        assertEquals(List.of(false, true), List.of(ledger.isQuietSince(20_000), ledger.isQuietSince(20_001)));
        play("30 bob");
        assertEquals(false, ledger.isQuietSince(40_000));
    }
}
