package io.fairstream.rules.priority;

import static io.fairstream.rules.laws.Customers.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Spilled;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.laws.LedgerPipeline;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.AccountState.InUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Defects that were found in the accounts; each test is named after one. */
class AccountDefectsTest {
    private static final HalfLife HOUR = new HalfLife(3600);
    private final AccountPipeline accounts = new AccountPipeline(HOUR);

    private static RateChange use(int second, int resources, double weight, int since) {
        return new RateChange(second * 1000L, resources, weight, since * 1000L);
    }

    private void add(int second, int resources, double weight, int since) {
        accounts.account(ALICE).add(use(second, resources, weight, since));
    }

    private void forget(int from, int matches) {
        for (int i = 0; i < matches; i++) {
            add(from + 2 * i, 1, 1, from + 2 * i);
            add(from + 2 * i + 1, -1, -1, from + 2 * i);
        }
        accounts.applyLateEntries(ALICE);
        accounts.forgetPages(ALICE);
    }

    @Test
    void aDeletedCustomerComesBackWithUseFromBeforeTheDeletion() {
        AccountState deleted = AccountState.UNKNOWN;
        deleted = deleted.after(new Edit(1_000_000, "root", new Edit.Delete()), HOUR);
        assertFalse(deleted.late(use(20, 1, 1, 20), HOUR).exists());
    }

    @Test
    void anEndMovedBackMakesAnIdleCustomerLookActive() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        forget(100, 30);
        long last = accounts.at(ALICE, 5_000_000).lastUsage();
        add(30, 1, 1, 10);
        add(20, -1, -1, 10);
        assertEquals(last, accounts.at(ALICE, 5_000_000).lastUsage());
        AccountState idle = AccountState.UNKNOWN;
        idle = idle.after(use(10, 1, 1, 10), HOUR);
        idle = idle.after(use(30, -1, -1, 10), HOUR);
        idle = idle.at(100_000, HOUR).late(use(30, 1, 1, 10), HOUR).late(use(20, -1, -1, 10), HOUR);
        assertEquals(30_000, idle.lastUsage());
    }

    @Test
    void aCorrectionAtTheInstantOfWhatIsRememberedLosesTheWeightOfOthers() {
        AccountState base = AccountState.UNKNOWN;
        base = base.after(use(10, 1, 4, 10), HOUR);
        base = base.after(use(50, 1, 1, 50), HOUR);
        base = base.after(use(100, -1, -4, 10), HOUR);
        PriorityAccount account = new PriorityAccount(HOUR, base, List.of(), new Pages());
        account.add(use(100, 1, 4, 10));
        account.add(use(80, -1, -4, 10));
        account.applyLateEntries();
        AccountState state = account.state().at(200_000, HOUR);
        assertEquals(1, state.weightInUse());
        assertEquals(70 * 4 + 150, state.weightedAccumulatedUsage());
    }

    @Test
    void aWithdrawnEntryStillCountsAsSomethingSaid() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        accounts.edit(ALICE, new Edit(25_000, "root", new Edit.Delete()));
        add(30, 1, 1, 10);
        add(20, -1, -1, 10);
        accounts.applyLateEntries(ALICE);
        assertFalse(accounts.account(ALICE).state().exists());
    }

    @Test
    void anEndMovedBackLeavesTheStandingAtTheOldEnd() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        add(30, 1, 1, 10);
        add(20, -1, -1, 10);
        accounts.applyLateEntries(ALICE);
        assertEquals(20_000, accounts.account(ALICE).state().asOf());
        assertEquals(2, accounts.account(ALICE).entries().size());
    }

    @Test
    void aNewestEntryTakenBackLeavesNoTrace() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        add(30, 1, 1, 10);
        accounts.applyLateEntries(ALICE);
        assertEquals(10_000, accounts.account(ALICE).state().asOf());
        assertEquals(1, accounts.account(ALICE).state().resourcesInUse());
        assertEquals(1, accounts.account(ALICE).entries().size());
    }

    @Test
    void anEntryTakenBackTakesTheWeightOfAnotherSlotWithIt() {
        add(11, 1, 2.5, 11);
        add(10, 1, 8, 10);
        add(11, -1, -2.5, 11);
        add(10, -1, -8, 10);
        add(10, 1, 2.5, 10);
        add(10, 1, 8, 10);
        accounts.applyLateEntries(ALICE);
        assertEquals(10.5, accounts.account(ALICE).state().weightInUse());
    }

    @Test
    void aPageGrowsWithoutBoundWhenSomethingIsAlwaysLate() {
        PriorityAccount account = new PriorityAccount(HOUR);
        List<PriorityAccount.Page> pages = new ArrayList<>();
        for (int second = 1000; second < 3000; second += 2) {
            account.add(use(second, 1, 1, second));
            account.add(use(second - 101, 1, 1, second - 101));
            while (account.needsPage()) {
                account.loadPage(pages.remove(account.pages().takeNewest()));
            }
            account.applyLateEntries();
            for (PriorityAccount.Page page : Spilled.pages(account)) {
                account.pages().add();
                pages.add(page);
            }
        }
        int largest =
                pages.stream().mapToInt(page -> page.entries().size()).max().orElse(0);
        assertTrue(largest <= 48, "entries of the largest page: " + largest);
    }

    @Test
    void theWeightInUseDriftsOverManyFractionalSlots() {
        Random random = new Random(1);
        InUse used = InUse.EMPTY.plus(use(0, 1, 0.1, 0));
        List<Double> held = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            double weight = 0.1 + random.nextInt(100) / 10.0;
            held.add(weight);
            used = used.plus(use(0, 1, weight, 0));
        }
        for (double weight : held) {
            used = used.plus(use(0, -1, -weight, 0));
        }
        assertEquals(1, used.resources());
        assertEquals(0.1, used.weightHeld(), 1e-10);
    }

    @Test
    void aGroupThatHoldsAsManyMatchesOfOtherWeightsKeepsTheOldWeight() {
        PriorityAccount group = new PriorityAccount(HOUR);
        group.add(use(10, 2, 5, 10));
        group.add(use(100, 1, 8, 100));
        group.add(use(100, -1, -2.5, 100));
        group.applyLateEntries();
        assertEquals(10.5, group.state().weightInUse());
    }

    /** The match came with its customer from another group, and had ended before: so it counts less than nothing until it came. */
    @Test
    void aLateEndOfAMatchFromAnotherGroupLosesTheWeightOfOthers() {
        PriorityAccount group = new PriorityAccount(HOUR);
        group.add(use(100, 1, 2.5, 100));
        group.add(use(50, -1, -2.5, 10));
        group.add(use(60, 1, 8, 60));
        group.applyLateEntries();
        AccountState state = group.state().at(200_000, HOUR);
        assertEquals(1, state.resourcesInUse());
        assertEquals(8, state.weightInUse());
        assertEquals(-2.5 * 50 + 8 * 140, state.weightedAccumulatedUsage(), 1e-9);
    }

    @Test
    void theEndOfALeaseDoesNotRefreshARow() {
        AccountState state = AccountState.UNKNOWN;
        state = state.after(new Edit(0, "root", new Edit.SetFactor(10, 60_000L)), HOUR);
        assertFalse(PriorityRow.needsRefresh(state, 1_000, 59_999, HOUR));
        assertTrue(PriorityRow.needsRefresh(state, 1_000, 60_000, HOUR));
    }

    @Test
    void anAccumulatedUsageTooLargeForMillisecondsBecomesInfinite() {
        assertNotNull(new Edit(0, "root", new Edit.SetAccumulatedUsage(1e306)).refusal());
    }

    @Test
    void twoSlotsMatchedAndFreedThroughALedgerLeaveNothing() {
        LedgerPipeline ledgers = new LedgerPipeline();
        MatchText.events("slot1", "10 alice x0.1; 20 free").forEach(event -> charge(ledgers, event));
        MatchText.events("slot2", "10 alice x0.2; 20 free").forEach(event -> charge(ledgers, event));
        MatchText.events("slot3", "5 alice x0").forEach(event -> charge(ledgers, event));
        assertEquals(0, accounts.at(ALICE, 30_000).weightInUse(), 1e-15);
    }

    private void charge(LedgerPipeline ledgers, MatchEvent event) {
        ledgers.apply(event).charges().forEach(accounts::charge);
    }
}
