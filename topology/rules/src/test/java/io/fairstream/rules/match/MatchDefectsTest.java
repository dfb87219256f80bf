package io.fairstream.rules.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Defects that were found in the match ledger; each test is named after one. */
class MatchDefectsTest {
    private final MatchLedger ledger = new MatchLedger();

    private Outcome<Charge, MatchRow> apply(String event) {
        return ledger.apply(MatchText.event("slot1", event), MatchText.CAUSE);
    }

    @Test
    void aRevisionIsUsedTwiceWhenAMatchLongerThanTheHistoryIsCorrectedTwice() {
        apply("10 alice #m1");
        apply("500 bob #m2");
        assertEquals(2, apply("400 free #m1").results().get(0).revision());
        ledger.forgetRevisionsBefore(200_000);
        assertEquals(3, apply("300 free #m1").results().get(0).revision());
    }

    @Test
    void revisionsOfMatchesThatEndedBeforeTheHistoryAreForgotten() {
        apply("10 alice #m1");
        apply("100 bob #m2");
        apply("90 free #m1");
        apply("150 free");
        apply("190 carol");
        ledger.forgetRevisionsBefore(180_000);
        assertTrue(ledger.revisions().isEmpty(), () -> ledger.revisions().toString());
    }

    @Test
    void revisionsAreKeptWhereAPageMayHoldTheMatchThatReachesIntoTheHistory() {
        apply("1 alice #m1");
        apply("500 bob #m2");
        apply("400 free #m1");
        for (int second = 600; second < 700; second++) {
            apply(second + " bob #m2");
        }
        for (EventHistory.Page<OpenMatch, MatchEvent> page = ledger.evictPage();
                page != null;
                page = ledger.evictPage()) {
            ledger.pages().add();
        }
        ledger.forgetRevisionsBefore(200_000);
        assertEquals(2, ledger.revisions().get(1000L));
    }

    @Test
    void aPageGrowsWithoutBoundWhenSomethingIsAlwaysLate() {
        List<EventHistory.Page<OpenMatch, MatchEvent>> pages = new ArrayList<>();
        for (int second = 0; second < 2000; second += 2) {
            apply(1000 + second + " sees CLAIMED alice");
            while (!ledger.isInMemory((1000L + second - 101) * 1000)) {
                ledger.loadPage(pages.remove(ledger.pages().takeNewest()));
            }
            apply(1000 + second - 101 + " sees CLAIMED alice");
            for (EventHistory.Page<OpenMatch, MatchEvent> page = ledger.evictPage();
                    page != null;
                    page = ledger.evictPage()) {
                ledger.pages().add();
                pages.add(page);
            }
        }
        int largest =
                pages.stream().mapToInt(page -> page.events().size()).max().orElse(0);
        assertTrue(largest <= 48, "events of the largest page: " + largest);
    }
}
