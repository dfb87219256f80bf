package io.fairstream.rules.account;

import static io.fairstream.rules.laws.Customers.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Spilled;
import io.fairstream.rules.account.Entry.Use;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.laws.LedgerPipeline;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.ledger.MatchEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Defects that were found in the accounts; each test is named after one. */
class AccountDefectsTest {
    private static final HalfLife HOUR = new HalfLife(3600);
    private final AccountPipeline accounts = new AccountPipeline(HOUR);

    private static Use use(int second, int resources, double weight, int since) {
        return new Use(second * 1000L, resources, weight, since * 1000L);
    }

    private void add(int second, int resources, double weight, int since) {
        accounts.account(ALICE).add(use(second, resources, weight, since));
    }

    private void forget(int from, int matches) {
        for (int i = 0; i < matches; i++) {
            add(from + 2 * i, 1, 1, from + 2 * i);
            add(from + 2 * i + 1, -1, -1, from + 2 * i);
        }
        accounts.settle(ALICE);
        accounts.forgetPages(ALICE);
    }

    @Test
    void aDeletedCustomerComesBackWithUseFromBeforeTheDeletion() {
        AccountState deleted = new AccountState();
        new Entry.Delete(1_000_000, "root").fold(deleted, HOUR);
        deleted.useLate(use(20, 1, 1, 20), HOUR);
        assertFalse(deleted.exists());
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
        AccountState idle = new AccountState();
        use(10, 1, 1, 10).fold(idle, HOUR);
        use(30, -1, -1, 10).fold(idle, HOUR);
        idle.advance(100_000, HOUR);
        idle.useLate(use(30, 1, 1, 10), HOUR);
        idle.useLate(use(20, -1, -1, 10), HOUR);
        assertEquals(30_000, idle.lastUsage());
    }

    @Test
    void aCorrectionAtTheInstantOfWhatIsRememberedLosesTheWeightOfOthers() {
        AccountState base = new AccountState();
        use(10, 1, 4, 10).fold(base, HOUR);
        use(50, 1, 1, 50).fold(base, HOUR);
        use(100, -1, -4, 10).fold(base, HOUR);
        PriorityAccount account = new PriorityAccount(HOUR, base, List.of(), new Pages());
        account.add(use(100, 1, 4, 10));
        account.add(use(80, -1, -4, 10));
        account.settle();
        AccountState standing = account.standing().at(200_000, HOUR);
        assertEquals(1, standing.weightInUse());
        assertEquals(70 * 4 + 150, standing.weightedAccumulatedUsage());
    }

    @Test
    void aWithdrawnEntryStillCountsAsSomethingSaid() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        accounts.edit(ALICE, new Entry.Delete(25_000, "root"));
        add(30, 1, 1, 10);
        add(20, -1, -1, 10);
        accounts.settle(ALICE);
        assertFalse(accounts.account(ALICE).standing().exists());
    }

    @Test
    void anEndMovedBackLeavesTheStandingAtTheOldEnd() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        add(30, 1, 1, 10);
        add(20, -1, -1, 10);
        accounts.settle(ALICE);
        assertEquals(20_000, accounts.account(ALICE).standing().asOf());
        assertEquals(2, accounts.account(ALICE).entries().size());
    }

    @Test
    void aNewestEntryTakenBackLeavesNoTrace() {
        add(10, 1, 1, 10);
        add(30, -1, -1, 10);
        add(30, 1, 1, 10);
        accounts.settle(ALICE);
        assertEquals(10_000, accounts.account(ALICE).standing().asOf());
        assertEquals(1, accounts.account(ALICE).standing().resourcesInUse());
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
        accounts.settle(ALICE);
        assertEquals(10.5, accounts.account(ALICE).standing().weightInUse());
    }

    @Test
    void aPageGrowsWithoutBoundWhenSomethingIsAlwaysLate() {
        PriorityAccount account = new PriorityAccount(HOUR);
        List<AccountPage> pages = new ArrayList<>();
        for (int second = 1000; second < 3000; second += 2) {
            account.add(use(second, 1, 1, second));
            account.add(use(second - 101, 1, 1, second - 101));
            while (account.needsPage()) {
                account.recall(pages.remove(account.pages().takeNewest()));
            }
            account.settle();
            for (AccountPage page : Spilled.pages(account)) {
                account.pages().add();
                pages.add(page);
            }
        }
        int largest =
                pages.stream().mapToInt(page -> page.entries().size()).max().orElse(0);
        assertTrue(largest <= 48, "entries of the largest page: " + largest);
    }

    @Test
    void aRecalledPageChangesInTheHandsOfItsOwner() {
        PriorityAccount account = new PriorityAccount(HOUR);
        for (int second = 1; second < 60; second++) {
            account.add(use(second, 1, 1, second));
        }
        AccountPage page = Spilled.pages(account).get(0);
        account.pages().add();
        AccountState.Snapshot before = page.base().snapshot();
        account.pages().takeNewest();
        account.recall(page);
        assertEquals(1, Spilled.pages(account).size());
        assertEquals(before, page.base().snapshot());
    }

    @Test
    void theWeightInUseDriftsOverManyFractionalSlots() {
        Random random = new Random(1);
        AccountState standing = new AccountState();
        List<Double> held = new ArrayList<>();
        standing.use(1, 0.1);
        for (int i = 0; i < 200_000; i++) {
            double weight = 0.1 + random.nextInt(100) / 10.0;
            held.add(weight);
            standing.use(1, weight);
        }
        for (double weight : held) {
            standing.use(-1, -weight);
        }
        assertEquals(1, standing.resourcesInUse());
        assertEquals(0.1, standing.weightInUse(), 1e-10);
    }

    @Test
    void aGroupThatHoldsAsManyMatchesOfOtherWeightsKeepsTheOldWeight() {
        PriorityAccount group = new PriorityAccount(HOUR);
        group.add(use(10, 2, 5, 10));
        group.add(use(100, 1, 8, 100));
        group.add(use(100, -1, -2.5, 100));
        group.settle();
        assertEquals(10.5, group.standing().weightInUse());
    }

    /** The match came with its customer from another group, and had ended before: so it counts less than nothing until it came. */
    @Test
    void aLateEndOfAMatchFromAnotherGroupLosesTheWeightOfOthers() {
        PriorityAccount group = new PriorityAccount(HOUR);
        group.add(use(100, 1, 2.5, 100));
        group.add(use(50, -1, -2.5, 10));
        group.add(use(60, 1, 8, 60));
        group.settle();
        AccountState standing = group.standing().at(200_000, HOUR);
        assertEquals(1, standing.resourcesInUse());
        assertEquals(8, standing.weightInUse());
        assertEquals(-2.5 * 50 + 8 * 140, standing.weightedAccumulatedUsage(), 1e-9);
    }

    @Test
    void theEndOfALeaseDoesNotRefreshARow() {
        AccountState standing = new AccountState();
        new Entry.Decide(0, "root", Decision.Kind.FACTOR, 10, 60_000).fold(standing, HOUR);
        assertFalse(Refresh.isDue(standing, 1_000, 59_999, HOUR));
        assertTrue(Refresh.isDue(standing, 1_000, 60_000, HOUR));
    }

    @Test
    void anAccumulatedUsageTooLargeForMillisecondsBecomesInfinite() {
        assertNotNull(Edits.refusal(new Entry.SetAccumulatedUsage(0, "root", 1e306)));
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
        ledgers.apply(event).entries().forEach(accounts::charge);
    }
}
