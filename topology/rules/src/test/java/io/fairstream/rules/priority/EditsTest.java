package io.fairstream.rules.priority;

import static io.fairstream.rules.laws.Customers.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Pages;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.priority.Edit.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alice holds 2 cores from 0 s on; half-life 100 s. */
class EditsTest {
    private static final HalfLife HUNDRED = new HalfLife(100);
    private final AccountPipeline accounts = new AccountPipeline(HUNDRED);

    EditsTest() {
        accounts.charge(new MatchLedger()
                .apply(MatchText.event("slot1", "0 alice x2"), MatchText.CAUSE)
                .charges()
                .get(0));
    }

    private AccountState at(int second) {
        return accounts.at(ALICE, second * 1000L);
    }

    private void edit(Edit edit) {
        assertTrue(accounts.edit(ALICE, edit));
    }

    private void assertStanding(int second, double priority, double usage, double weighted, long begin, long last) {
        AccountState state = at(second);
        assertEquals(priority, state.realPriority(), 1e-9, "priority");
        assertEquals(usage, state.accumulatedUsage(), "usage");
        assertEquals(weighted, state.weightedAccumulatedUsage(), 1e-9, "weighted usage");
        assertEquals(begin, state.beginUsage(), "begin");
        assertEquals(last, state.lastUsage(), "last");
    }

    @Test
    void withoutEditsThePriorityFollowsTheUse() {
        assertStanding(100, 1.25, 100, 200, 0, 100_000);
        assertStanding(200, 1.625, 200, 400, 0, 200_000);
    }

    @Test
    void aPriorityThatIsSetIsTheStartOfWhatFollows() {
        edit(new Edit(100_000, "root", new Edit.SetPriority(50)));
        assertStanding(100, 50, 100, 200, 0, 100_000);
        assertStanding(200, 26, 200, 400, 0, 200_000);
    }

    @Test
    void aPriorityBelowTheFloorIsTheFloor() {
        edit(new Edit(100_000, "root", new Edit.SetPriority(0)));
        assertStanding(100, 0.5, 100, 200, 0, 100_000);
    }

    @Test
    void anAccumulatedUsageThatIsSetIsTheWeightedOne() {
        edit(new Edit(100_000, "root", new Edit.SetAccumulatedUsage(7200)));
        assertStanding(150, 2 - 1.5 * Math.pow(2, -1.5), 150, 7300, 0, 150_000);
    }

    @Test
    void aResetClearsBothUsagesAndKeepsThePriority() {
        edit(new Edit(100_000, "root", new Edit.ResetUsage()));
        assertStanding(100, 1.25, 0, 0, 100_000, 100_000);
        assertStanding(200, 1.625, 100, 200, 100_000, 200_000);
    }

    @Test
    void beginAndLastUsageAreSetAndUseMovesTheLastOn() {
        edit(new Edit(100_000, "root", new Edit.SetBeginUsage(5)));
        edit(new Edit(100_000, "root", new Edit.SetLastUsage(7)));
        assertStanding(100, 1.25, 100, 200, 5, 7);
        assertStanding(200, 1.625, 200, 400, 5, 200_000);
    }

    @Test
    void aDeletedCustomerStartsAnewWithTheNextMatch() {
        edit(new Edit(50_000, "root", new Edit.SetFactor(7, null)));
        edit(new Edit(100_000, "root", new Edit.Delete()));
        assertFalse(at(150).exists());
        assertStanding(150, 0.5, 0, 0, AccountState.NEVER, AccountState.NEVER);
        assertEquals(0, at(150).resourcesInUse());
        assertEquals(null, at(150).inForce(Decision.Kind.FACTOR));
        accounts.account(ALICE).add(new RateChange(200_000, 1, 4, 200_000));
        accounts.account(ALICE).add(new RateChange(250_000, -1, -2, 0));
        assertTrue(at(300).exists());
        assertStanding(300, 2.25, 100, 400, 200_000, 300_000);
        assertEquals(4, at(300).weightInUse());
    }

    @Test
    void aMatchThatBeginsAtTheInstantOfTheDeletionCounts() {
        edit(new Edit(100_000, "root", new Edit.Delete()));
        accounts.account(ALICE).add(new RateChange(100_000, 1, 3, 100_000));
        assertEquals(1, at(110).resourcesInUse());
        assertEquals(10, at(110).accumulatedUsage());
    }

    @Test
    void editsOfAnInstantActByKindWhateverTheirArrival() {
        edit(new Edit(100_000, "root", new Edit.ResetUsage()));
        edit(new Edit(100_000, "root", new Edit.SetAccumulatedUsage(500)));
        edit(new Edit(100_000, "root", new Edit.SetBeginUsage(5)));
        assertEquals(0, at(100).weightedAccumulatedUsage());
        assertEquals(100_000, at(100).beginUsage());
    }

    @Test
    void editsOfAKindActByWhoDecided() {
        edit(new Edit(100_000, "zoe", new Edit.SetPriority(9)));
        edit(new Edit(100_000, "adam", new Edit.SetPriority(4)));
        assertEquals(9, at(100).realPriority());
    }

    @Test
    void anEditThatComesLateActsAtItsTime() {
        edit(new Edit(200_000, "root", new Edit.SetPriority(10)));
        edit(new Edit(100_000, "root", new Edit.SetPriority(50)));
        edit(new Edit(150_000, "root", new Edit.ResetUsage()));
        assertStanding(300, 6, 150, 300, 150_000, 300_000);
    }

    @Test
    void anEditIsTakenOnce() {
        Edit edit = new Edit(100_000, "root", new Edit.SetPriority(10));
        edit(edit);
        assertFalse(accounts.edit(ALICE, edit));
        assertTrue(accounts.edit(ALICE, new Edit(100_000, "adam", new Edit.SetPriority(10))));
    }

    @Test
    void anEditAtTheInstantAtWhichAPageEndsIsKnown() {
        Edit edit = new Edit(45_000, "root", new Edit.ResetUsage());
        for (int second = 1; second <= 61; second++) {
            if (second == 45) {
                edit(edit);
            } else {
                accounts.account(ALICE).add(new RateChange(second * 1000L, 1, 1, second * 1000L));
            }
        }
        accounts.applyLateEntries(ALICE);
        assertEquals(45_000, accounts.account(ALICE).base().asOf());
        assertFalse(accounts.edit(ALICE, edit));
    }

    @Test
    void anEditFromBeforeWhatIsRememberedIsTheOwnersToRefuse() {
        AccountState base = at(500);
        PriorityAccount account = new PriorityAccount(HUNDRED, base, List.of(), new Pages());
        assertFalse(account.isInMemory(499_999));
        assertTrue(account.isInMemory(500_000));
        Edit early = new Edit(499_999, "root", new Edit.ResetUsage());
        assertThrows(IllegalStateException.class, () -> account.edit(early));
    }

    @Test
    void aStandingIsNotReadBeforeLateEntriesAreInTheirPlaces() {
        PriorityAccount account = new PriorityAccount(HUNDRED);
        account.add(new RateChange(100_000, 1, 1, 100_000));
        account.add(new RateChange(50_000, 1, 1, 50_000));
        assertThrows(IllegalStateException.class, account::state);
        account.applyLateEntries();
        assertEquals(2, account.state().resourcesInUse());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE / 10, Long.MAX_VALUE / 2})
    void usageThatCannotBeCountedStopsAtTheLargestAndFailsNobody(long instant) {
        for (int i = 1; i < 20; i++) {
            accounts.account(ALICE).add(new RateChange(0, 1, 1, 0));
        }
        accounts.applyLateEntries(ALICE);
        AccountState state = accounts.account(ALICE).state();
        assertEquals(Long.MAX_VALUE / 1000.0, state.at(instant, HUNDRED).accumulatedUsage());
    }
}
