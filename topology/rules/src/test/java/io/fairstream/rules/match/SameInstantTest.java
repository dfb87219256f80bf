package io.fairstream.rules.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several events of one resource at one instant, as clocks of whole seconds report them. */
class SameInstantTest {
    /** The last of the events: M and U by their customer and id, {@code Malice#1}. */
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Malice U Malice           | true  | matched again, or the first was repeated",
                "U Malice U                | true  | unmatched again, or the first was repeated",
                "Malice Mbob Malice        | true  | handed back, or the first was repeated",
                "Malice Malice             | false | a repeat changes nothing",
                "Malice U U                | false | a repeat changes nothing",
                "Malice U Malice U         | false | the end of the third, which does not count",
                "Malice#1 U#1 Malice#1     | false | a repeat, by its id",
            })
    void aRepeatThatMayBeNewIsCounted(String events, boolean mayBeNew, String why) {
        MatchLedger ledger = new MatchLedger();
        ledger.apply(event(500, new Matched("carol", 1, "")), MatchText.CAUSE);
        Outcome<Charge, MatchRow> last = Outcome.of(Effect.WITHOUT_EFFECT);
        for (String event : events.split(" ", -1)) {
            String[] parts = event.substring(1).split("#", -1);
            String id = parts.length > 1 ? parts[1] : "";
            last = ledger.apply(
                    event(1000, event.startsWith("M") ? new Matched(parts[0], 1, id) : new Unmatched(id)),
                    MatchText.CAUSE);
        }
        assertEquals(mayBeNew ? Effect.AMBIGUOUS : Effect.DUPLICATE, last.effect(), why);
    }

    @Test
    void idsTellAMatchFromTheRepeatOfAnother() {
        MatchLedger ledger = new MatchLedger();
        ledger.apply(event(1000, new Matched("alice", 1, "m1")), MatchText.CAUSE);
        ledger.apply(event(1000, new Unmatched("m1")), MatchText.CAUSE);
        assertNull(ledger.held());
        assertEquals(
                Effect.APPLIED,
                ledger.apply(event(1000, new Matched("alice", 1, "m2")), MatchText.CAUSE)
                        .effect());
        assertEquals("m2", Objects.requireNonNull(ledger.held()).matchId());
    }

    private static MatchEvent event(long at, MatchChange change) {
        return new MatchEvent("slot1", "", at, change);
    }
}
