package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.query.explain.Explanation.Interval;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.PriorityAccount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Parts of an explained priority add up to it, at any instant and however the journal came about. */
class ExplanationLawTest {
    private static final int HISTORIES = 300;
    private static final Cause CAUSE = new Cause("matches", 0, 0, 0);
    private static final List<String> CUSTOMERS = List.of("alice", "bob", "carol");
    private static final double[] HALF_LIVES = {0.0001, 30, 3600, 86_400, 2_592_000};
    private static final double[] WEIGHTS = {0, 0.1, 1, 2.5, 100};

    private record Match(String resource, long since) {}

    /** Events of a pool in the order of their times, edits in no order, and an instant after all of them. */
    private record History(HalfLife halfLife, List<MatchEvent> events, List<CustomerEdit> edits, long end) {
        static History random(Random random, int size) {
            long span = 1000L * (1 + random.nextInt(size)) * (random.nextBoolean() ? 1 : 600);
            Map<String, MatchEvent> events = new TreeMap<>();
            Map<String, CustomerEdit> edits = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                long at = random.nextLong(span) / 1000 * 1000;
                String resource = "slot" + random.nextInt(3);
                String customer = CUSTOMERS.get(random.nextInt(3));
                MatchChange change = random.nextInt(3) == 0
                        ? new Unmatched("")
                        : new Matched(customer, WEIGHTS[random.nextInt(WEIGHTS.length)], "");
                events.put(resource + at, new MatchEvent(resource, "", at, change));
                if (random.nextInt(4) == 0) {
                    edits.put(customer + at, new CustomerEdit(customer, new Edit(at, "", edit(random, span))));
                }
            }
            return new History(
                    new HalfLife(HALF_LIVES[random.nextInt(HALF_LIVES.length)]),
                    events.values().stream()
                            .sorted(Comparator.comparingLong(MatchEvent::at))
                            .toList(),
                    List.copyOf(edits.values()),
                    span + 5000);
        }

        private static Edit.Change edit(Random random, long span) {
            return switch (random.nextInt(6)) {
                case 0 -> new Edit.SetPriority(random.nextInt(50) / 4.0);
                case 1 -> new Edit.SetAccumulatedUsage(random.nextInt(10_000));
                case 2 -> new Edit.SetBeginUsage(random.nextLong(span));
                case 3 -> new Edit.SetLastUsage(random.nextLong(span));
                case 4 -> new Edit.ResetUsage();
                default -> new Edit.Delete();
            };
        }

        List<MatchEvent> shuffled(Random random) {
            List<MatchEvent> shuffled = new ArrayList<>(events);
            Collections.shuffle(shuffled, random);
            return shuffled;
        }
    }

    /** The charges of the events in the order of their delivery. */
    private static List<Charge> charges(List<MatchEvent> delivered) {
        Map<String, MatchLedger> ledgers = new HashMap<>();
        return delivered.stream()
                .flatMap(event -> ledgers
                        .computeIfAbsent(event.resource(), resource -> new MatchLedger())
                        .apply(event, CAUSE)
                        .charges()
                        .stream())
                .toList();
    }

    /** Tries the law on histories of 1 to so many events; a failure names the seed. */
    private static void check(int largest, int histories, BiConsumer<History, Random> law) {
        for (int seed = 0; seed < histories; seed++) {
            Random random = new Random(seed * 7919L + 17);
            History history = History.random(random, 1 + largest * seed / histories);
            try {
                law.accept(history, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + history, e);
            }
        }
    }

    /** A customer's journal after a delivery in some order, corrections included. */
    private record Journal(List<Charged<Match>> uses, List<Edit> edits) {
        static Journal of(String customer, History history, List<MatchEvent> delivered, Random random) {
            List<Charged<Match>> uses = new ArrayList<>();
            Map<String, MatchLedger> ledgers = new HashMap<>();
            for (MatchEvent event : delivered) {
                ledgers
                        .computeIfAbsent(event.resource(), resource -> new MatchLedger())
                        .apply(event, CAUSE)
                        .charges()
                        .stream()
                        .filter(charge -> charge.account().name().equals(customer))
                        .map(charge -> (RateChange) charge.entry())
                        .forEach(use -> uses.add(new Charged<>(use, new Match(event.resource(), use.since()))));
            }
            List<Edit> edits = new ArrayList<>(history.edits().stream()
                    .filter(edit -> edit.customer().equals(customer))
                    .map(CustomerEdit::decided)
                    .toList());
            Collections.shuffle(uses, random);
            Collections.shuffle(edits, random);
            return new Journal(uses, edits);
        }

        Explanation<Match> explain(History history, long at) {
            return Explanation.of(uses, edits, history.halfLife(), at);
        }
    }

    @Test
    void partsAddUpToThePriorityOfTheAccount() {
        check(60, HISTORIES, ExplanationLawTest::addsUp);
    }

    @Test
    void partsAddUpToThePriorityOfTheAccountOverLongHistories() {
        check(500, 25, ExplanationLawTest::addsUp);
    }

    private static void addsUp(History history, Random random) {
        long at = random.nextInt(3) == 0
                ? history.end() + random.nextLong(history.end())
                : random.nextLong(history.end());
        List<MatchEvent> delivered = random.nextBoolean() ? history.shuffled(random) : history.events();
        for (String customer : CUSTOMERS) {
            Explanation<Match> explained =
                    Journal.of(customer, history, delivered, random).explain(history, at);
            AccountState state = state(history, customer, at);
            assertNear(state.realPriority(), explained.sum(), "sum of the parts");
            assertNear(state.realPriority(), explained.state().realPriority(), "state");
            assertUsage(state, explained);
            assertTrue(explained.begunLeft() >= 0 && explained.liftedLeft() >= 0 && explained.setLeft() >= 0);
            explained
                    .stretches()
                    .forEach(stretch -> assertTrue(explained.contribution(stretch) >= 0, stretch::toString));
        }
    }

    /** The state at an instant of an account that saw nothing of what came after it. */
    private static AccountState state(History history, String customer, long at) {
        PriorityAccount account = new PriorityAccount(history.halfLife());
        charges(history.events().stream().filter(event -> event.at() <= at).toList()).stream()
                .filter(charge -> charge.account().name().equals(customer))
                .forEach(charge -> account.add((RateChange) charge.entry()));
        history.edits().stream()
                .filter(edit ->
                        edit.customer().equals(customer) && edit.decided().at() <= at)
                .forEach(edit -> account.edit(edit.decided()));
        account.applyLateEntries();
        return account.state().at(at, history.halfLife());
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
        check(60, HISTORIES, (history, random) -> {
            long at = history.end();
            Explanation<Match> explained = Journal.of(CUSTOMERS.get(0), history, history.events(), random)
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
        check(60, HISTORIES, (history, random) -> {
            long known = random.nextLong(history.end());
            long later = history.end() + random.nextLong(10_000_000);
            for (String customer : CUSTOMERS) {
                Journal whole = Journal.of(customer, history, history.events(), random);
                Explanation<Match> truth = whole.explain(history, history.end());
                AccountState state = state(history, customer, history.end());
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
                assertNear(state(history, customer, later).realPriority(), kept.sum(), "later");
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
