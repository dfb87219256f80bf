package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws that hold for every tree. {@code -Dfairstream.seed=S} tries one again, as a failure prints it. */
class ShareLawsTest {
    private static final int TREES = Integer.getInteger("fairstream.trees", 1000);
    private static final Long ONLY = Long.getLong("fairstream.seed");

    @Test
    void theOrderOfTheNodesChangesNothing() {
        check(Policies.ALL, (policy, forest, random) -> {
            List<ShareNode> shuffled = new ArrayList<>(forest.nodes);
            Collections.shuffle(shuffled, random);
            assertEquals(policy.rank(forest.tree()), policy.rank(Trees.valid(shuffled, forest.usages)));
        });
    }

    @Test
    void allUsagesTimesANumberChangesNothing() {
        check(Policies.RELATIVE, (policy, forest, random) -> {
            double by = Math.exp(random.nextGaussian() * 4);
            Map<String, Double> scaled = new HashMap<>();
            forest.usages.forEach((path, usage) -> scaled.put(path, usage * by));
            assertSame(policy.rank(forest.tree()), policy.rank(Trees.valid(forest.nodes, scaled)));
        });
    }

    @Test
    void allSharesOfALevelTimesANumberChangesNothing() {
        check(Policies.ALL, (policy, forest, random) -> {
            String parent =
                    forest.nodes.get(random.nextInt(forest.nodes.size())).path();
            double by = Math.exp(random.nextGaussian() * 4);
            List<ShareNode> scaled = forest.nodes.stream()
                    .map(node -> parent.equals(forest.around(node))
                            ? new ShareNode(
                                    node.path(), node.kind(), node.shares() * by, node.active(), node.useParent())
                            : node)
                    .toList();
            assertSame(policy.rank(forest.tree()), policy.rank(Trees.valid(scaled, forest.usages)));
        });
    }

    @Test
    void siblingsWithEqualSharesAndUsageHaveEqualPlaces() {
        check(Policies.ALL, (policy, forest, random) -> {
            ShareNode one = forest.someUser(random);
            ShareNode twin =
                    new ShareNode(one.path() + "twin", ShareNode.Kind.USER, one.shares(), true, one.useParent());
            forest.nodes.add(twin);
            forest.usages.put(twin.path(), forest.usages.get(one.path()));
            Ranking ranking = policy.rank(forest.tree());
            FairShareRow place = place(ranking, one.path());
            FairShareRow ofTwin = place(ranking, twin.path());
            assertEquals(
                    List.of(place.factor(), orInfinite(place.levelShare()), place.rank(), place.of()),
                    List.of(ofTwin.factor(), orInfinite(ofTwin.levelShare()), ofTwin.rank(), ofTwin.of()));
        });
    }

    @Test
    void ranksAreThoseOfAContestWithTies() {
        check(Policies.ALL, (policy, forest, random) -> {
            List<FairShareRow> places = policy.rank(forest.tree()).places();
            assertEquals(forest.usages.size(), places.size());
            for (int i = 0; i < places.size(); i++) {
                FairShareRow place = places.get(i);
                boolean tiesWithTheOneBefore = i > 0 && places.get(i - 1).rank() == place.rank();
                assertTrue(tiesWithTheOneBefore || place.rank() == places.size() - i, () -> "rank of " + place);
                assertEquals(places.size(), place.of());
                assertTrue(
                        i == 0 || places.get(i - 1).factor() >= place.factor() * (1 - 1e-9),
                        () -> "factor of " + place);
            }
        });
    }

    @Test
    void rankedFactorsAreAboveZeroUpToOne() {
        check(Policies.RANKED, (policy, forest, random) -> {
            for (FairShareRow place : policy.rank(forest.tree()).places()) {
                assertTrue(place.factor() > 0 && place.factor() <= 1, place::toString);
                assertEquals((double) place.rank() / place.of(), place.factor());
            }
        });
    }

    @Test
    void whoUsesMoreIsNotServedSooner() {
        check(Policies.ALL, (policy, forest, random) -> {
            String user = forest.someUser(random).path();
            FairShareRow before = place(policy.rank(forest.tree()), user);
            forest.usages.merge(user, 1.0 + random.nextInt(50), Double::sum);
            FairShareRow after = place(policy.rank(forest.tree()), user);
            assertTrue(after.rank() <= before.rank(), () -> before + " became " + after);
            assertTrue(after.factor() <= before.factor() * (1 + 1e-9), () -> before + " became " + after);
        });
    }

    @Test
    void whoIsInABankThatIsOwedMoreIsServedBeforeAllThatAreNot() {
        check(Policies.RANKED, (policy, forest, random) -> {
            ShareTree tree = forest.tree();
            Ranking ranking = policy.rank(tree);
            List<Share> top =
                    new ArrayList<>(Objects.requireNonNull(tree.root()).held());
            top.removeIf(share -> !share.isUser() && share.useParent());
            for (Share one : top) {
                for (Share other : top) {
                    if (!Ranking.ties(one.levelShare(), other.levelShare()) && one.levelShare() > other.levelShare()) {
                        assertTrue(
                                worst(ranking, one) > best(ranking, other), () -> one.path() + " and " + other.path());
                    }
                }
            }
        });
    }

    /** Fairshare=parent for an account says the same as to put what it holds in its place, whatever the paths are then. */
    @Test
    void whatABankWithFairshareParentHoldsIsRankedAsIfTheBankWereNotThere() {
        check(Policies.ALL, (policy, forest, random) -> {
            Map<String, String> moved = new HashMap<>();
            List<ShareNode> flat = new ArrayList<>();
            Map<String, Double> usages = new HashMap<>();
            for (ShareNode node : forest.nodes) {
                String around = forest.around(node);
                String to = around == null
                        ? node.path()
                        : Objects.requireNonNull(moved.get(around)) + "/"
                                + node.path().replace('/', '-');
                moved.put(node.path(), to);
                if (node.kind() == ShareNode.Kind.USER || !node.useParent()) {
                    flat.add(new ShareNode(to, node.kind(), node.shares(), true, node.useParent()));
                }
                if (node.kind() == ShareNode.Kind.USER) {
                    usages.put(to, forest.usages.get(node.path()));
                }
            }
            Ranking expected = policy.rank(Trees.valid(flat, usages));
            for (FairShareRow place : policy.rank(forest.tree()).places()) {
                FairShareRow other = place(expected, Objects.requireNonNull(moved.get(place.path())));
                assertEquals(other.rank(), place.rank(), place::path);
                assertEquals(other.factor(), place.factor(), 1e-9 * place.factor(), place::path);
            }
        });
    }

    @Test
    void whoHasFairshareParentIsServedFirstInItsBank() {
        check(List.of(new FairTree()), (policy, forest, random) -> {
            Ranking ranking = policy.rank(forest.tree());
            for (ShareNode user : forest.nodes) {
                if (user.kind() == ShareNode.Kind.USER && user.useParent()) {
                    int rank = place(ranking, user.path()).rank();
                    for (ShareNode other : forest.nodes) {
                        if (other.kind() == ShareNode.Kind.USER
                                && Objects.equals(forest.around(other), forest.around(user))) {
                            assertTrue(rank >= place(ranking, other.path()).rank(), () -> user + " and " + other);
                        }
                    }
                }
            }
        });
    }

    private static int worst(Ranking ranking, Share share) {
        return ranksWithin(ranking, share).stream().min(Integer::compare).orElse(Integer.MAX_VALUE);
    }

    private static int best(Ranking ranking, Share share) {
        return ranksWithin(ranking, share).stream().max(Integer::compare).orElse(0);
    }

    private static List<Integer> ranksWithin(Ranking ranking, Share share) {
        return ranking.places().stream()
                .filter(place -> (place.path() + "/").startsWith(share.path() + "/"))
                .map(FairShareRow::rank)
                .toList();
    }

    private static FairShareRow place(Ranking ranking, String path) {
        return ranking.places().stream()
                .filter(place -> place.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static double orInfinite(@Nullable Double levelShare) {
        return levelShare == null ? Double.POSITIVE_INFINITY : levelShare;
    }

    /** The same up to rounding: those who tie may be named in another order. */
    private static void assertSame(Ranking expected, Ranking actual) {
        for (FairShareRow place : expected.places()) {
            FairShareRow other = place(actual, place.path());
            assertEquals(place.rank(), other.rank(), place::path);
            assertEquals(place.factor(), other.factor(), 1e-9 * place.factor(), place::path);
            assertTrue(Ranking.ties(orInfinite(place.levelShare()), orInfinite(other.levelShare())), place::path);
        }
        assertEquals(expected.places().size(), actual.places().size());
    }

    private interface Law {
        void holds(FairSharePolicy policy, Forest forest, Random random);
    }

    private static void check(List<FairSharePolicy> policies, Law law) {
        for (long seed = 0; seed < TREES; seed++) {
            one(ONLY == null ? seed : ONLY, policies, law);
        }
    }

    private static void one(long seed, List<FairSharePolicy> policies, Law law) {
        for (FairSharePolicy policy : policies) {
            Random random = new Random(seed * 7919 + 17);
            Forest forest = new Forest(random, 1 + (int) (seed % 40));
            try {
                law.holds(policy, forest, random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        policy + ": " + e.getMessage() + "\n-Dfairstream.seed=" + seed + "\n" + forest.nodes + "\n"
                                + forest.usages,
                        e);
            }
        }
    }

    /** A random tree: few different shares and usages, so that there are many ties, users at any depth and beside banks. */
    private static final class Forest {
        private final List<ShareNode> nodes = new ArrayList<>();
        private final Map<String, Double> usages = new HashMap<>();

        Forest(Random random, int size) {
            List<String> banks = new ArrayList<>();
            nodes.add(new ShareNode("root", ShareNode.Kind.BANK, 1, true));
            banks.add("root");
            while (nodes.size() < size || usages.isEmpty()) {
                fill(banks.remove(random.nextInt(banks.size())), banks, random, nodes.size() < size);
            }
        }

        private void fill(String bank, List<String> banks, Random random, boolean mayBranch) {
            double banksHeld = !mayBranch ? 0 : banks.isEmpty() ? 1 : random.nextInt(3) / 2.0;
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                String path = bank + "/" + i;
                boolean isBank = random.nextDouble() < banksHeld;
                ShareNode.Kind kind = isBank ? ShareNode.Kind.BANK : ShareNode.Kind.USER;
                nodes.add(new ShareNode(path, kind, random.nextInt(4), true, random.nextInt(6) == 0));
                if (isBank) {
                    banks.add(path);
                } else {
                    usages.put(path, (double) random.nextInt(5) * random.nextInt(20));
                }
            }
        }

        /** The path of the bank on whose level a node stands. */
        @Nullable
        String around(ShareNode node) {
            String parent = node.parent();
            for (ShareNode other : nodes) {
                if (other.path().equals(parent)) {
                    return other.useParent() ? around(other) : parent;
                }
            }
            return null;
        }

        ShareNode someUser(Random random) {
            List<ShareNode> users = nodes.stream()
                    .filter(node -> usages.containsKey(node.path()))
                    .toList();
            return users.get(random.nextInt(users.size()));
        }

        ShareTree tree() {
            return Trees.valid(nodes, usages);
        }
    }
}
