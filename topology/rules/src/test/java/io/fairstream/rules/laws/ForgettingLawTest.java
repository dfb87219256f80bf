package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Late use from before what an account remembers: usages stay exact, the priority within its bound. */
class ForgettingLawTest {
    @Test
    void lateUseBeforeAForgottenPageKeepsUsagesExactAndThePriorityWithinItsBound() {
        AtomicInteger corrected = new AtomicInteger();
        Seeds.check(150, 400, Seeds.few() * 2, (history, random) -> {
            History plain = new History(history.halfLife(), history.events(), edits(history), history.end());
            corrected.addAndGet(assertBounded(plain, random));
        });
        assertTrue(corrected.get() > Seeds.few(), "late uses: " + corrected);
    }

    /** Those whose time is remembered: of begins and last usages that were set only the newest value is known. */
    private static List<CustomerEdit> edits(History history) {
        return history.edits().stream()
                .filter(edit -> !(edit.decided().edit() instanceof Edit.SetBeginUsage))
                .filter(edit -> !(edit.decided().edit() instanceof Edit.SetLastUsage))
                .toList();
    }

    private static int assertBounded(History history, Random random) {
        LedgerPipeline ledgers = new LedgerPipeline();
        AccountPipeline accounts = new AccountPipeline(history.halfLife());
        history.edits().forEach(edit -> accounts.edit(edit.customer(), edit.decided()));
        List<MatchEvent> late = new ArrayList<>();
        for (MatchEvent event : history.events()) {
            if (random.nextInt(10) == 0) {
                late.add(event);
            } else {
                ledgers.apply(event).charges().forEach(accounts::charge);
            }
        }
        Customers.ALL.forEach(accounts::applyLateEntries);
        Customers.ALL.forEach(accounts::forgetPages);
        late.forEach(event -> ledgers.apply(event).charges().forEach(accounts::charge));
        Truth truth = Truth.of(history.events());
        int corrected = 0;
        for (String customer : Customers.ALL) {
            long forgotten = accounts.account(customer).base().asOf();
            long earliest = late.stream().mapToLong(MatchEvent::at).min().orElse(forgotten);
            TrueStanding wanted = new TrueStanding(customer, truth, history, history.end());
            AccountState state = accounts.at(customer, history.end());
            wanted.assertUsages(state);
            double bound = 0.5 * history.halfLife().oneMinusBeta(Math.max(0, forgotten - earliest));
            assertEquals(wanted.priority(), state.realPriority(), bound + 1e-9 * wanted.priority());
            corrected += forgotten > earliest ? 1 : 0;
        }
        return corrected;
    }
}
