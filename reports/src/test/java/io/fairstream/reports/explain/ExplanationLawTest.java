package io.fairstream.reports.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reports.explain.Explanation.Charged;
import io.fairstream.reports.explain.Explanation.Interval;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.laws.AccountPipeline;
import io.fairstream.rules.laws.Customers;
import io.fairstream.rules.laws.History;
import io.fairstream.rules.laws.LedgerPipeline;
import io.fairstream.rules.laws.MatchText;
import io.fairstream.rules.laws.Seeds;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What explains a priority adds up to it, at any instant and however the journal came about. */
class ExplanationLawTest {
    private record Match(String resource, long since) {}

    /** What a customer's journal holds after a delivery in some order, corrections included. */
    private record Journal(List<Charged<Match>> uses, List<Edit> edits) {
        static Journal of(String customer, History history, List<MatchEvent> delivered, Random random) {
            LedgerPipeline ledgers = new LedgerPipeline();
            delivered.forEach(ledgers::apply);
            List<Charged<Match>> uses = new ArrayList<>();
            ledgers.entries()
                    .forEach((resource, entries) -> entries.stream()
                            .filter(entry -> entry.account().name().equals(customer))
                            .forEach(entry -> uses.add(charged(resource, entry))));
            List<Edit> edits = new ArrayList<>(history.edits().stream()
                    .filter(edit -> edit.customer().equals(customer))
                    .map(CustomerEdit::decided)
                    .toList());
            Collections.shuffle(uses, random);
            Collections.shuffle(edits, random);
            return new Journal(uses, edits);
        }

        private static Charged<Match> charged(String resource, Charge entry) {
            RateChange use = MatchText.rate(entry);
            return new Charged<>(use, new Match(resource, use.since()));
        }

        Explanation<Match> explain(History history, long at) {
            return Explanation.of(uses, edits, history.halfLife(), at);
        }
    }

    @Test
    void partsAddUpToThePriorityOfTheAccount() {
        Seeds.check(60, ExplanationLawTest::addsUp);
    }

    @Test
    void partsAddUpToThePriorityOfTheAccountOverLongHistories() {
        Seeds.check(150, 500, Seeds.few(), ExplanationLawTest::addsUp);
    }

    private static void addsUp(History history, Random random) {
        long at = random.nextInt(3) == 0
                ? history.end() + random.nextLong(history.end())
                : random.nextLong(history.end());
        List<MatchEvent> delivered = random.nextBoolean() ? history.shuffled(random) : history.withStragglers(random);
        AccountPipeline accounts = accounts(history, at);
        for (String customer : Customers.ALL) {
            Explanation<Match> explained =
                    Journal.of(customer, history, delivered, random).explain(history, at);
            AccountState state = accounts.at(customer, at);
            assertNear(state.realPriority(), explained.sum(), "sum of the parts");
            assertNear(state.realPriority(), explained.state().realPriority(), "state");
            assertUsage(state, explained);
            assertTrue(explained.begunLeft() >= 0 && explained.liftedLeft() >= 0 && explained.setLeft() >= 0);
            explained
                    .stretches()
                    .forEach(stretch -> assertTrue(explained.contribution(stretch) >= 0, stretch::toString));
        }
    }

    /** The accounts of those who saw nothing of what came after the instant. */
    private static AccountPipeline accounts(History history, long at) {
        LedgerPipeline ledgers = new LedgerPipeline();
        AccountPipeline accounts = new AccountPipeline(history.halfLife());
        history.events().stream()
                .filter(event -> event.at() <= at)
                .forEach(event -> ledgers.apply(event).charges().forEach(accounts::charge));
        history.edits().stream()
                .filter(edit -> edit.decided().at() <= at)
                .forEach(edit -> accounts.edit(edit.customer(), edit.decided()));
        return accounts;
    }

    private static void assertUsage(AccountState state, Explanation<Match> explained) {
        long resources = explained.stretches().stream()
                .mapToLong(explained::resourceMillis)
                .sum();
        assertEquals(state.accumulatedUsage(), resources / 1000.0, "usage");
        assertEquals(
                state.resourcesInUse(),
                explained.stretches().stream()
                        .filter(Interval::isOpen)
                        .mapToLong(Interval::resources)
                        .sum(),
                "open matches");
    }

    /** A match counts as it would if its customer had nothing else, and the whole is cut at any instants. */
    @Test
    void aStretchIsTheSumOfItsPieces() {
        Seeds.check(60, (history, random) -> {
            long at = history.end();
            Explanation<Match> explained = Journal.of(Customers.ALICE, history, history.events(), random)
                    .explain(history, at);
            for (Interval<Match> stretch : explained.stretches()) {
                double sum = 0;
                long usage = 0;
                for (long hour = 0; hour < at; hour += 3_600_000) {
                    Interval<Match> piece = stretch.between(hour, hour + 3_600_000);
                    sum += explained.contribution(piece);
                    usage += explained.resourceMillis(piece);
                }
                assertEquals(explained.contribution(stretch), sum, 1e-9 * Math.max(1e-3, sum), stretch::toString);
                assertEquals(explained.resourceMillis(stretch), usage, stretch::toString);
            }
        });
    }

    /** From an instant on all is known, and the published numbers; the rest is one part, and falls as it should. */
    @Test
    void ofAJournalThatIsNoLongerWholeTheRestIsOnePart() {
        AtomicInteger rests = new AtomicInteger();
        Seeds.check(60, (history, random) -> {
            long known = random.nextLong(history.end());
            long later = history.end() + random.nextLong(10_000_000);
            AccountPipeline accounts = accounts(history, history.end());
            for (String customer : Customers.ALL) {
                Journal whole = Journal.of(customer, history, history.events(), random);
                Explanation<Match> truth = whole.explain(history, history.end());
                AccountState state = accounts.at(customer, history.end());
                Explanation<Match> kept = Explanation.ofWhatIsKept(
                        whole.uses().stream()
                                .filter(use -> use.use().at() >= known)
                                .toList(),
                        whole.edits(),
                        history.halfLife(),
                        known,
                        new Explanation.Earlier<>(new Match("earlier", known), new Match("below", known)),
                        new Explanation.Published(
                                history.end(), state.realPriority(), state.resourcesInUse(), state.weightInUse(), 0));
                assertNear(state.realPriority(), kept.sum(), "sum of the parts");
                assertEquals(stretches(truth, known), stretches(kept, known), "what is known");
                rests.addAndGet(kept.earlierLeft() > 0 ? 1 : 0);
                kept.moveOn(later);
                assertNear(accounts.at(customer, later).realPriority(), kept.sum(), "later");
            }
        });
        assertTrue(rests.get() > 100, "rests: " + rests);
    }

    private static Set<Interval<Match>> stretches(Explanation<Match> explained, long since) {
        return explained.stretches().stream()
                .filter(stretch -> stretch.of().since() >= since)
                .filter(stretch -> !stretch.of().resource().equals("earlier"))
                .collect(Collectors.toSet());
    }

    private static void assertNear(double wanted, double number, String what) {
        assertEquals(wanted, number, 1e-9 * wanted, what);
    }
}
