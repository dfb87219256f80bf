package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairSharePolicy.CondorPriority;
import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares.FairShareRow;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Ties, depth, and users who have or used nothing, under each policy. */
class PoliciesTest {
    /** Accounts A and B tie, C has used more; u1 and u3 have half of their account's usage, u2 and u4 too. */
    private static final ShareTree TIED_ACCOUNTS = Trees.of(
            "root 1",
            "root/A 1",
            "root/B 1",
            "root/C 1",
            "root/A/u1 1 30",
            "root/A/u2 1 10",
            "root/B/u3 1 30",
            "root/B/u4 1 10",
            "root/C/u5 1 50",
            "root/C/u6 1 70");

    @ParameterizedTest
    @FieldSource("io.fairstream.rules.share.Policies#RANKED")
    void childrenOfTiedAccountsAreMerged(FairSharePolicy policy) {
        Trees.assertRanks(policy.rank(TIED_ACCOUNTS), "u2 6", "u4 6", "u1 4", "u3 4", "u5 2", "u6 1");
    }

    /** B is merged with A, so u1 meets the account D, which is owed as much as u1 is. */
    private static final ShareTree USER_TIES_WITH_ACCOUNT = Trees.of(
            "root 1",
            "root/A 1",
            "root/B 1",
            "root/A/u1 1 40",
            "root/B/D 1",
            "root/B/E 0",
            "root/B/D/u2 1 10",
            "root/B/D/u3 1 10",
            "root/B/D/u4 1 20");

    @Test
    void inFairTreeAUserHasTheRankOfATiedAccountsHighestRankedUsers() {
        Trees.assertRanks(new FairTree().rank(USER_TIES_WITH_ACCOUNT), "u1 4", "u2 4", "u3 4", "u4 1");
    }

    @Test
    void inFluxAUserGoesBeforeATiedBank() {
        Trees.assertRanks(new FluxFairShare().rank(USER_TIES_WITH_ACCOUNT), "u1 4", "u2 3", "u3 3", "u4 1");
    }

    @Test
    void anAccountWithoutUsersDoesNotBreakATie() {
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 1",
                "root/B 1",
                "root/A/u1 1 40",
                "root/B/D 1",
                "root/B/D/empty 1",
                "root/B/D/F 1",
                "root/B/D/F/u2 1 40");
        Trees.assertRanks(new FairTree().rank(tree), "u1 2", "u2 2");
    }

    @ParameterizedTest
    @FieldSource("io.fairstream.rules.share.Policies#RANKED")
    void whoHasNoSharesComesLastAndWhoUsedNothingFirst(FairSharePolicy policy) {
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 1",
                "root/A/none 0 5",
                "root/A/noneAndIdle 0 0",
                "root/A/idle 1 0",
                "root/A/busy 1 5");
        Trees.assertRanks(policy.rank(tree), "idle 4", "busy 3", "none 2", "noneAndIdle 2");
        assertEquals(
                Arrays.asList(null, 1.0, 0.0, 0.0),
                policy.rank(tree).places().stream()
                        .map(FairShareRow::levelShare)
                        .toList());
    }

    @ParameterizedTest
    @FieldSource("io.fairstream.rules.share.Policies#RANKED")
    void anIdleUserWithoutSharesRanksWithIdleUsersElsewhereInFairTreeOnly(FairSharePolicy policy) {
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 1",
                "root/B 1",
                "root/C 1",
                "root/A/idle 1 0",
                "root/B/D 1",
                "root/B/D/none 0 0",
                "root/C/busy 1 5");
        String none = policy instanceof FairTree ? "none 3" : "none 2";
        Trees.assertRanks(policy.rank(tree), "idle 3", none, "busy 1");
    }

    @Test
    void classicUsersRightBelowTheRootHaveTheirActualUsage() {
        Ranking ranking = new ClassicFairShare(1).rank(Trees.of("root 1", "root/a 1 30", "root/b 1 10", "root/c 0 0"));
        assertEquals(Math.pow(2, -0.75 / 0.5), Trees.factor(ranking, "a"), 1e-12);
        assertEquals(Math.pow(2, -0.25 / 0.5), Trees.factor(ranking, "b"), 1e-12);
        assertEquals(0, Trees.factor(ranking, "c"), "without shares");
        Trees.assertRanks(ranking, "b 3", "a 2", "c 1");
    }

    @Test
    void dampeningMakesAUseCountLess() {
        ShareTree tree = Trees.of("root 1", "root/a 1 30", "root/b 1 10");
        assertEquals(Math.pow(2, -0.75 / 0.5 / 3), Trees.factor(new ClassicFairShare(3).rank(tree), "a"), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> new ClassicFairShare(0));
    }

    /** {@code h / ln 2} is the decayed usage of who always has one processor. */
    @Test
    void condorDividesInInverseProportionToPriorities() {
        double unit = 86400 / Math.log(2);
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 3",
                "root/B 1",
                "root/A/ten 1 " + 10 * unit,
                "root/A/five 1 " + 5 * unit,
                "root/B/five2 1 " + 5 * unit,
                "root/B/idle 1 0",
                "root/B/floor 1 " + 0.3 * unit);
        Ranking ranking = new CondorPriority(new HalfLife(86400)).rank(tree);
        assertEquals(3.0 / 8 / 10, Trees.factor(ranking, "ten"), 1e-12);
        assertEquals(3.0 / 8 / 5, Trees.factor(ranking, "five"), 1e-12);
        assertEquals(1.0 / 12 / 5, Trees.factor(ranking, "five2"), 1e-12);
        Trees.assertRanks(ranking, "floor 5", "idle 5", "five 3", "ten 2", "five2 1");
    }

    @Test
    void aRankingSaysWhatTheUserIsOwedAndOutOfHowMany() {
        Ranking ranking = new FairTree().rank(TIED_ACCOUNTS);
        FairShareRow best = ranking.places().get(0);
        assertEquals(
                List.of("root/A/u2", "fair-tree", 1.0, 2.0, 6, 6),
                Arrays.asList(best.path(), best.policy(), best.factor(), best.levelShare(), best.rank(), best.of()));
        assertEquals(
                List.of("flux", "fair-tree", "classic", "condor"),
                Policies.ALL.stream().map(FairSharePolicy::name).toList());
    }
}
