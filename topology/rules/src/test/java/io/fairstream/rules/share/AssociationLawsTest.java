package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Pages;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobText;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.UsageSums.TermSums;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The laws of the accounts of users in banks, and of banks, over random histories of jobs: what they are is what was held. */
class AssociationLawsTest {
    private static final int HISTORIES = Integer.getInteger("fairstream.histories", 250);
    private static final double EXACT = 1e-9;
    private static final double HALF_LIFE = 20_000;
    private static final UsageTerms TERMS =
            terms(HALF_LIFE, 600, 300_000, "node=1,cpu=0.25,gpu=5,mem=0.01", Billing.Mode.SUM);
    private static final UsageTerms OTHERS = terms(5_000, 60, 0, "node=2,cpu=0.1,mem=0.001", Billing.Mode.MAX_TRES);

    /** Half-life and period, seconds; the half-life is so long that what was used is still there at the end. */
    private static UsageTerms terms(double halfLife, long period, long epoch, String weights, Billing.Mode mode) {
        UsagePeriods periods =
                UsagePeriods.of(epoch, Duration.ofSeconds(period), Duration.ofSeconds(period * 1000), 0.9);
        return new UsageTerms(new HalfLife(halfLife), periods, Tariff.of(Billing.of(weights, mode)));
    }

    private interface Law {
        void holds(AssociationHistory history, Random random);
    }

    /** {@code -Dfairstream.seed=S}, as a failure prints it, tries that history again. */
    private static void check(int count, int largest, Law law) {
        for (int i = 0; i < count; i++) {
            long seed = Long.getLong("fairstream.seed", i);
            Random random = new Random(seed * 7919 + 17);
            AssociationHistory history = AssociationHistory.of(random, 1 + (int) (seed * largest / count));
            try {
                law.holds(history, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\n-Dfairstream.seed=" + seed + "\n" + history, e);
            }
        }
    }

    @Test
    void whatIsChargedIsWhatWasHeldInAnyOrderOfDeliveryAndAfterAnyRepeatsAndRestarts() {
        check(HISTORIES, 60, (history, random) -> {
            assertTruth(history, play(delivered(history, random), random, TERMS));
            assertTruth(history, play(history.events, random, TERMS));
        });
    }

    @Test
    void alsoOverManyPages() {
        int[] spills = new int[1];
        check(Math.max(1, HISTORIES / 100), 1000, (history, random) -> {
            AssociationPipeline books = play(delivered(history, random), random, TERMS);
            assertTruth(history, books);
            spills[0] += books.spills();
        });
        assertTrue(spills[0] > HISTORIES / 100, "pages written: " + spills[0]);
    }

    @Test
    void underTermsThatChangedAndChangedBackItIsTheSameAsFromTheStart() {
        check(HISTORIES / 2, 60, (history, random) -> {
            List<JobEvent> events = delivered(history, random);
            int half = random.nextInt(events.size());
            AssociationPipeline books = play(events.subList(0, half), random, TERMS);
            books.renew(OTHERS);
            if (random.nextBoolean()) {
                events.subList(half, events.size()).forEach(books::tell);
                books.commit();
                assertSame(play(events, random, OTHERS), books);
                books.renew(TERMS);
            } else {
                books.renew(TERMS);
                events.subList(half, events.size()).forEach(books::tell);
            }
            books.commit();
            assertTruth(history, books);
        });
    }

    /** Some instances are restarted under other terms, some back again before all are, while jobs go on. */
    @Test
    void whoeverIsRenewedFirstBanksHaveTheSumsOfTheirChildrenInTheEnd() {
        check(HISTORIES / 2, 60, (history, random) -> {
            List<JobEvent> events = delivered(history, random);
            AssociationPipeline books = new AssociationPipeline(TERMS);
            for (JobEvent event : events) {
                books.tell(event);
                if (random.nextInt(8) == 0) {
                    books.renew(random.nextBoolean() ? OTHERS : TERMS, path -> random.nextBoolean());
                }
            }
            books.renew(OTHERS);
            assertSame(play(events, random, OTHERS), books);
            books.renew(TERMS, path -> random.nextBoolean());
            books.renew(TERMS);
            assertTruth(history, books);
        });
    }

    @Test
    void tenRestartsChangeNothing() {
        check(HISTORIES / 2, 60, (history, random) -> {
            List<JobEvent> events = delivered(history, random);
            AssociationPipeline undisturbed = new AssociationPipeline(TERMS);
            AssociationPipeline restarted = new AssociationPipeline(TERMS);
            for (int i = 0; i < events.size(); i++) {
                undisturbed.tell(events.get(i));
                undisturbed.commit();
                restarted.tell(events.get(i));
                restarted.commit();
                if (i % (1 + events.size() / 10) == 0) {
                    restarted.restart();
                }
            }
            undisturbed.accounts().forEach((path, account) -> {
                AssociationState state = account.state(path, TERMS);
                AssociationState same = restarted.state(path);
                assertEquals(text(state.sums()), text(same.sums()), path);
            });
        });
    }

    private static String text(UsageSums sums) {
        return List.of(sums.asOf(), sums.holdings(), sums.weight(), sums.smooth(), sums.units(), sums.periods())
                .toString();
    }

    /** All short histories of two jobs of these, in all orders in which none of it is refused. */
    @Test
    void allOrdersOfTinyHistoriesGiveTheSame() {
        List<String> said = List.of(
                "RUNNING x4 #r1 /root/a alice",
                "RUNNING x2 #r1 /root/b",
                "SUSPENDED #r1",
                "COMPLETE #r1",
                "RUNNING x1 #r2",
                "RUNNING x3 job=8 #r1 /root/a alice",
                "COMPLETE job=8 #r1");
        int orders = 0;
        for (int number = 0; number < Math.pow(said.size(), 4); number++) {
            List<JobEvent> events = new ArrayList<>();
            for (int i = 0, rest = number; i < 4; i++, rest /= said.size()) {
                events.add(JobText.event((i + 1) * 400 + " " + said.get(rest % said.size())));
            }
            AssociationPipeline inOrder = new AssociationPipeline(TERMS);
            if (tell(inOrder, events)) {
                for (List<JobEvent> order : Orders.of(events)) {
                    AssociationPipeline books = new AssociationPipeline(TERMS);
                    if (tell(books, order)) {
                        books.restart();
                        assertSame(inOrder, books);
                        orders++;
                    }
                }
            }
        }
        assertTrue(orders > 10_000, "orders tried: " + orders);
    }

    private static boolean tell(AssociationPipeline books, List<JobEvent> events) {
        for (JobEvent event : events) {
            if (books.tell(event).effect() == Effect.REJECTED) {
                return false;
            }
        }
        books.commit();
        return true;
    }

    private static List<JobEvent> delivered(AssociationHistory history, Random random) {
        List<JobEvent> delivered = new ArrayList<>(history.events);
        delivered.addAll(history.events.subList(0, random.nextInt(history.events.size())));
        Collections.shuffle(delivered, random);
        return delivered;
    }

    private static AssociationPipeline play(List<JobEvent> events, Random random, UsageTerms terms) {
        AssociationPipeline books = new AssociationPipeline(terms);
        for (JobEvent event : events) {
            assertFalse(books.tell(event).effect() == Effect.REJECTED, () -> "impossible: " + event);
            if (random.nextInt(3) == 0) {
                books.commit();
            }
            if (random.nextInt(20) == 0) {
                books.restart();
            }
        }
        books.commit();
        return books;
    }

    /** The weight of {@link #TERMS} in hundredths. */
    private static long hundredths(AllocatedResources held) {
        long nodes = held.nodes() == null ? held.processors() : held.nodes();
        return 100 * nodes + 25L * held.processors() + 500L * held.gpus() + held.memoryMiB();
    }

    private static long period(long at) {
        return at < 300_000 ? 0 : (at - 300_000) / 600_000;
    }

    private static void assertTruth(AssociationHistory history, AssociationPipeline books) {
        SortedMap<String, SortedMap<Long, Long>> units = new TreeMap<>();
        Map<String, Double> smooth = new TreeMap<>();
        Map<String, Double> weights = new TreeMap<>();
        for (AssociationHistory.Stretch part : history.stretches) {
            double weight = hundredths(part.held()) / 100.0;
            double end = AssociationHistory.END / 1e3;
            smooth.merge(
                    part.path(), Used.smooth(weight, part.from() / 1e3, part.to() / 1e3, end, HALF_LIFE), Double::sum);
            weights.merge(part.path(), part.isOpen() ? weight : 0, Double::sum);
            if (part.endedAt() != null) {
                units.computeIfAbsent(part.path(), any -> new TreeMap<>())
                        .merge(period(part.endedAt()), hundredths(part.held()) * (part.to() - part.from()), Long::sum);
            }
        }
        for (String path : smooth.keySet()) {
            assertTrue(books.accounts().containsKey(path), path);
        }
        books.accounts().forEach((path, account) -> {
            UsageSums own = account.own();
            assertEquals(units.getOrDefault(path, new TreeMap<>()), own.periods(), path);
            assertNear(weights.getOrDefault(path, 0.0), own.weight(), path + " weight");
            assertNear(smooth.getOrDefault(path, 0.0), smoothAtEnd(own, TERMS), path + " smooth usage");
        });
        assertBanks(books);
    }

    /** Every bank is the sum of its children. */
    private static void assertBanks(AssociationPipeline books) {
        SortedMap<String, AssociationAccount> accounts = books.accounts();
        TreeSet<String> banks = new TreeSet<>();
        accounts.keySet().forEach(path -> banks.addAll(BankPaths.around(path)));
        for (String bank : banks) {
            UsageSums below = Objects.requireNonNull(accounts.get(bank), bank).below();
            List<UsageSums> children = new ArrayList<>();
            accounts.forEach((path, account) -> {
                if (path.substring(0, Math.max(0, path.lastIndexOf('/'))).equals(bank)) {
                    children.add(account.own());
                    children.add(account.below());
                }
            });
            SortedMap<Long, Long> periods = new TreeMap<>();
            children.forEach(
                    child -> child.periods().forEach((period, more) -> periods.merge(period, more, Long::sum)));
            periods.values().removeIf(sum -> sum == 0);
            assertEquals(periods, below.periods(), bank);
            assertEquals(children.stream().mapToLong(UsageSums::units).sum(), below.units(), bank);
            assertEquals(children.stream().mapToLong(UsageSums::holdings).sum(), below.holdings(), bank);
            assertNear(sum(children, UsageSums::weight), below.weight(), bank + " weight");
            UsageTerms terms = books.terms();
            assertNear(
                    sum(children, child -> smoothAtEnd(child, terms)),
                    smoothAtEnd(below, terms),
                    bank + " smooth usage");
        }
    }

    private static double sum(List<UsageSums> all, ToDoubleFunction<UsageSums> what) {
        return all.stream().mapToDouble(what).sum();
    }

    private static double smoothAtEnd(UsageSums sums, UsageTerms terms) {
        AssociationAccount alone = new AssociationAccount(
                terms.name(), new TermSums(terms.halfLife(), sums), new TreeMap<>(), null, List.of(), new Pages());
        return alone.state("alone", terms).smoothUsage(AssociationHistory.END, terms);
    }

    private static void assertSame(AssociationPipeline one, AssociationPipeline other) {
        TreeSet<String> paths = new TreeSet<>(one.accounts().keySet());
        paths.addAll(other.accounts().keySet());
        UsageTerms terms = one.terms();
        for (String path : paths) {
            UsageSums sums = one.state(path).sums();
            UsageSums same = other.state(path).sums();
            assertEquals(sums.units(), same.units(), path);
            assertEquals(sums.periods(), same.periods(), path);
            assertEquals(sums.holdings(), same.holdings(), path);
            assertNear(sums.weight(), same.weight(), path + " weight");
            assertNear(smoothAtEnd(sums, terms), smoothAtEnd(same, terms), path + " smooth usage");
        }
    }

    private static void assertNear(double expected, double actual, String what) {
        assertEquals(expected, actual, EXACT * Math.max(1, Math.abs(expected)), what);
    }
}
