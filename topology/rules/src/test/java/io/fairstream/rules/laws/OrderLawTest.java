package io.fairstream.rules.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Law 1: the order of delivery does not matter. */
class OrderLawTest {
    private static final int LARGEST = 60;

    @Test
    void matchesFollowFromTheTimesOfTheEvents() {
        Seeds.check(LARGEST, (history, random) -> assertMatches(history, history.shuffled(random)));
    }

    @Test
    void matchesFollowFromTheTimesOfTheEventsOverManyPages() {
        AtomicInteger spills = new AtomicInteger();
        Seeds.check(150, 400, Seeds.few(), (history, random) -> {
            List<MatchEvent> delivered =
                    random.nextBoolean() ? history.shuffled(random) : history.withStragglers(random);
            spills.addAndGet(assertMatches(history, delivered).spills());
        });
        assertTrue(spills.get() > Seeds.few(), "pages written: " + spills);
    }

    private static LedgerPipeline assertMatches(History history, List<MatchEvent> delivered) {
        LedgerPipeline book = play(delivered);
        Truth truth = Truth.of(history.events());
        assertEquals(truth.held, book.held());
        assertEquals(truth.finished, book.finished());
        assertEquals(play(history.events()).netEntries(), book.netEntries());
        return book;
    }

    @Test
    void accountsFollowFromTheTimesOfEntriesAndEdits() {
        Seeds.check(LARGEST, (history, random) -> assertAccounts(history, play(history.shuffled(random)), random));
    }

    @Test
    void accountsFollowFromTheTimesOfEntriesAndEditsOverManyPages() {
        AtomicInteger spills = new AtomicInteger();
        Seeds.check(150, 500, Seeds.few(), (history, random) -> {
            LedgerPipeline ledgers = play(history.withStragglers(random));
            spills.addAndGet(assertAccounts(history, ledgers, random).spills());
        });
        assertTrue(spills.get() > Seeds.few(), "pages written: " + spills);
    }

    private static AccountPipeline assertAccounts(History history, LedgerPipeline ledgers, Random random) {
        AccountPipeline accounts = new AccountPipeline(history.halfLife());
        List<CustomerEdit> edits = new ArrayList<>(history.edits());
        for (Charge change : interleaved(ledgers.entries(), random)) {
            while (!edits.isEmpty() && random.nextInt(4) == 0) {
                edit(accounts, edits, random);
            }
            accounts.charge(change);
            if (random.nextInt(5) == 0) {
                accounts.applyLateEntries(change.account().name());
            }
        }
        while (!edits.isEmpty()) {
            edit(accounts, edits, random);
        }
        Truth truth = Truth.of(history.events());
        for (String customer : Customers.ALL) {
            new TrueStanding(customer, truth, history, history.end()).assertIs(accounts.at(customer, history.end()));
        }
        return accounts;
    }

    private static void edit(AccountPipeline accounts, List<CustomerEdit> edits, Random random) {
        CustomerEdit edit = edits.remove(random.nextInt(edits.size()));
        assertTrue(accounts.edit(edit.customer(), edit.decided()), "first time: " + edit);
    }

    private static LedgerPipeline play(List<MatchEvent> delivered) {
        LedgerPipeline book = new LedgerPipeline();
        delivered.forEach(book::apply);
        return book;
    }

    /** The entries of all resources, those of one resource in their order. */
    private static List<Charge> interleaved(Map<String, List<Charge>> entries, Random random) {
        List<Charge> interleaved = new ArrayList<>();
        List<Deque<Charge>> waiting = new ArrayList<>();
        entries.values().forEach(ofOne -> waiting.add(new ArrayDeque<>(ofOne)));
        waiting.removeIf(Deque::isEmpty);
        while (!waiting.isEmpty()) {
            int next = random.nextInt(waiting.size());
            interleaved.add(waiting.get(next).remove());
            if (waiting.get(next).isEmpty()) {
                waiting.remove(next);
            }
        }
        return interleaved;
    }
}
