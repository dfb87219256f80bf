package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.MatchEvent;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Law 2: what is said again changes nothing. */
class OnceLawTest {
    @Test
    void aRecordDeliveredTwiceChangesNothing() {
        Seeds.check(60, (history, random) -> {
            LedgerPipeline book = new LedgerPipeline();
            for (MatchEvent event : history.shuffled(random)) {
                book.apply(event);
                assertEquals(Outcome.of(Effect.DUPLICATE), book.apply(event));
            }
            assertEquals(Truth.of(history.events()).finished, book.finished());
        });
    }

    @Test
    void aHistoryReplayedChangesNothing() {
        Seeds.check(60, OnceLawTest::replay);
    }

    @Test
    void aHistoryReplayedChangesNothingOverManyPages() {
        Seeds.check(150, 300, Seeds.few(), OnceLawTest::replay);
    }

    private static void replay(History history, Random random) {
        LedgerPipeline book = new LedgerPipeline();
        history.shuffled(random).forEach(book::apply);
        Map<String, Integer> entries = book.netEntries();
        for (List<MatchEvent> again : List.of(history.events(), history.shuffled(random))) {
            again.forEach(event -> assertEquals(Outcome.of(Effect.DUPLICATE), book.apply(event), event::toString));
        }
        assertEquals(entries, book.netEntries());
        assertEquals(Truth.of(history.events()).held, book.held());
    }

    @Test
    void anEditDeliveredTwiceChangesNothing() {
        Seeds.check(60, (history, random) -> {
            AccountPipeline accounts = new AccountPipeline(history.halfLife());
            history.events().stream()
                    .collect(LedgerPipeline::new, LedgerPipeline::apply, (a, b) -> {})
                    .entries()
                    .values()
                    .forEach(ofOne -> ofOne.forEach(accounts::charge));
            history.edits().forEach(edit -> accounts.edit(edit.customer(), edit.decided()));
            Customers.ALL.forEach(accounts::applyLateEntries);
            history.edits().forEach(edit -> assertFalse(accounts.edit(edit.customer(), edit.decided())));
            Truth truth = Truth.of(history.events());
            for (String customer : Customers.ALL) {
                new TrueStanding(customer, truth, history, history.end())
                        .assertIs(accounts.at(customer, history.end()));
            }
        });
    }
}
