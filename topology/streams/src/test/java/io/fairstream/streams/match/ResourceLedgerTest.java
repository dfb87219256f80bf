package io.fairstream.streams.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.streams.match.MatchStage.ResourceLedger;
import io.fairstream.streams.match.MatchStage.ResourceLedgerCodec;
import io.fairstream.streams.runtime.States;
import org.junit.jupiter.api.Test;

class ResourceLedgerTest {
    private static final int ROUNDS = 500;

    private final ResourceLedgerCodec ledgers = new ResourceLedgerCodec();
    private final States states = new States(20231114);

    @Test
    void ledgersAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            MatchLedger kept = states.ledger();
            assertSame(kept, ledgers.read(States.KEY, ledgers.write(new ResourceLedger(kept))).ledger);
        }
    }

    static void assertSame(MatchLedger expected, MatchLedger actual) {
        assertEquals(expected.base(), actual.base());
        assertEquals(expected.held(), actual.held());
        assertEquals(expected.events(), actual.events());
        assertEquals(expected.revisions(), actual.revisions());
        assertEquals(expected.pages().first(), actual.pages().first());
        assertEquals(expected.pages().next(), actual.pages().next());
    }

    @Test
    void pagesOfLedgersAreReadAsTheyWereWritten() {
        for (int i = 0; i < ROUNDS; i++) {
            EventHistory.Page<OpenMatch, MatchEvent> page = states.matchPage();
            assertEquals(page, ledgers.readPage(States.KEY, ledgers.writePage(page)));
        }
    }

    @Test
    void aNewLedgerHoldsNothing() {
        assertNull(ledgers.create().ledger.held());
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        byte[] ledger = ledgers.write(new ResourceLedger(states.ledger()));
        ledger[0] = 9;
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> ledgers.read(States.KEY, ledger));
        assertEquals(
                "match ledger: layout version 9 (expected: one this release knows; was the state written by a newer one?)",
                refused.getMessage());
    }
}
