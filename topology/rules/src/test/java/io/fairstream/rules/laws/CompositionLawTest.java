package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Laws 4 and 6: nothing depends on the steps in which time goes, nor on when accounts are settled, paged or restored. */
class CompositionLawTest {
    @Test
    void advancingInStepsIsAdvancingAtOnce() {
        Seeds.check(40, (history, random) -> {
            AccountPipeline accounts = new AccountPipeline(history.halfLife());
            LedgerPipeline ledgers = new LedgerPipeline();
            history.events().forEach(event -> ledgers.apply(event).charges().forEach(accounts::charge));
            for (String customer : Customers.ALL) {
                long first = history.end() + random.nextInt(100_000_000);
                long second = first + random.nextInt(100_000_000);
                AccountState steps = accounts.at(customer, first).at(second, history.halfLife());
                AccountState once = accounts.at(customer, second);
                assertEquals(once.realPriority(), steps.realPriority(), 1e-9 * once.realPriority());
                assertEquals(once.accumulatedUsage(), steps.accumulatedUsage());
                assertEquals(
                        once.weightedAccumulatedUsage(),
                        steps.weightedAccumulatedUsage(),
                        1e-9 * once.weightedAccumulatedUsage());
            }
        });
    }

    @Test
    void settlingAndPagingAtAnyPointChangesNothing() {
        AtomicInteger spills = new AtomicInteger();
        Seeds.check(200, 500, Seeds.few(), (history, random) -> {
            AccountPipeline accounts = new AccountPipeline(history.halfLife());
            play(history, new LedgerPipeline(), accounts, random, () -> accounts.applyLateEntries(someone(random)));
            assertTrueStandings(history, accounts);
            spills.addAndGet(accounts.spills());
        });
        assertTrue(spills.get() > Seeds.few(), "pages written: " + spills);
    }

    @Test
    void restartingFromWhatIsKeptChangesNothing() {
        Seeds.check(100, CompositionLawTest::restart);
    }

    @Test
    void restartingFromWhatIsKeptChangesNothingOverManyPages() {
        Seeds.check(150, 400, Seeds.few(), CompositionLawTest::restart);
    }

    private static void restart(History history, Random random) {
        LedgerPipeline ledgers = new LedgerPipeline();
        AccountPipeline accounts = new AccountPipeline(history.halfLife());
        List<String> resources = List.copyOf(history.resources());
        play(history, ledgers, accounts, random, () -> {
            ledgers.restart(History.pick(random, resources));
            accounts.restart(someone(random));
        });
        Truth truth = Truth.of(history.events());
        assertEquals(truth.held, ledgers.held());
        assertEquals(truth.finished, ledgers.finished());
        assertTrueStandings(history, accounts);
    }

    private static void play(
            History history, LedgerPipeline ledgers, AccountPipeline accounts, Random random, Runnable disturbance) {
        List<CustomerEdit> edits = new ArrayList<>(history.edits());
        for (MatchEvent event : history.withStragglers(random)) {
            ledgers.apply(event).charges().forEach(accounts::charge);
            if (!edits.isEmpty() && random.nextInt(4) == 0) {
                CustomerEdit edit = edits.remove(edits.size() - 1);
                accounts.edit(edit.customer(), edit.decided());
            }
            if (random.nextInt(3) == 0) {
                disturbance.run();
            }
        }
        edits.forEach(edit -> accounts.edit(edit.customer(), edit.decided()));
    }

    private static String someone(Random random) {
        return History.pick(random, Customers.ALL);
    }

    private static void assertTrueStandings(History history, AccountPipeline accounts) {
        Truth truth = Truth.of(history.events());
        for (String customer : Customers.ALL) {
            new TrueStanding(customer, truth, history, history.end()).assertIs(accounts.at(customer, history.end()));
        }
    }
}
