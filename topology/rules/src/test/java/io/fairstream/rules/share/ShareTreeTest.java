package io.fairstream.rules.share;

import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.BANK;
import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.USER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.TreeCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShareTreeTest {
    private static final ShareNode ROOT = new ShareNode("root", BANK, 1, true);
    private static final ShareNode PHYSICS = new ShareNode("root/physics", BANK, 3, true);
    private static final ShareNode BIOLOGY = new ShareNode("root/biology", BANK, 1, true);
    private static final ShareNode ALICE = new ShareNode("root/physics/alice", USER, 1, true);
    private static final ShareNode BOB = new ShareNode("root/physics/bob", USER, 1, true);
    private static final ShareNode CAROL = new ShareNode("root/biology/carol", USER, 1, true);

    @Test
    void aBankHasWhatItsUsersUsed() {
        ShareTree tree = Trees.valid(
                List.of(CAROL, BOB, ALICE, BIOLOGY, PHYSICS, ROOT),
                Map.of(ALICE.path(), 6.0, BOB.path(), 2.0, CAROL.path(), 8.0, "root/chemistry/dave", 99.0));
        Share root = Objects.requireNonNull(tree.root());
        assertEquals(3, tree.users());
        assertEquals(16, root.usage());
        assertEquals(
                List.of(
                        "root/biology/carol 1.0 8.0 1.0 []",
                        "root/physics/alice 0.5 6.0 0.75 []",
                        "root/physics/bob 0.5 2.0 0.25 []"),
                root.held().stream()
                        .flatMap(bank -> bank.held().stream())
                        .map(share -> share.path() + " " + share.ofShares() + " " + share.usage() + " "
                                + share.ofUsage() + " " + share.held())
                        .toList());
        assertEquals(0.75 / 0.5, root.held().get(1).levelShare());
    }

    @Test
    void whoIsNotActiveIsNotInTheTreeNorAnythingWithin() {
        ShareNode away = new ShareNode(BOB.path(), USER, 1, false);
        ShareNode closed = new ShareNode(BIOLOGY.path(), BANK, 1, false);
        ShareTree tree = Trees.valid(
                List.of(ROOT, PHYSICS, closed, ALICE, away, CAROL),
                Map.of(ALICE.path(), 6.0, BOB.path(), 2.0, CAROL.path(), 8.0));
        assertEquals(1, tree.users());
        assertEquals(6, Objects.requireNonNull(tree.root()).usage());
        Trees.assertRanks(new FairTree().rank(tree), "alice 1");
    }

    @Test
    void usersBesideBanksShareWithThemOnOneLevel() {
        ShareTree tree = Trees.of(
                "root 1",
                "root/root 1 0",
                "root/physics 3",
                "root/physics/alice 1 6",
                "root/physics/theory 1",
                "root/physics/theory/bob 1 2",
                "root/zoe 4 8");
        Share root = Objects.requireNonNull(tree.root());
        assertEquals(
                List.of("root/physics 0.375 0.5", "root/root 0.125 0.0", "root/zoe 0.5 0.5"),
                root.held().stream()
                        .map(share -> share.path() + " " + share.ofShares() + " " + share.ofUsage())
                        .toList());
        Trees.assertRanks(new FairTree().rank(tree), "root 4", "zoe 3", "bob 2", "alice 1");
        Trees.assertRanks(new FluxFairShare().rank(tree), "root 4", "zoe 3", "bob 2", "alice 1");
    }

    @Test
    void whatABankWithFairshareParentHoldsStandsBesideIt() {
        ShareTree tree = Trees.of(
                "root 1",
                "root/physics 3",
                "root/physics/alice 1 6",
                "root/physics/theory parent",
                "root/physics/theory/deep parent",
                "root/physics/theory/deep/bob 3 2",
                "root/physics/theory/eve parent 4");
        Share physics = Objects.requireNonNull(Trees.byPath(tree).get("root/physics"));
        assertEquals(
                List.of(
                        "root/physics/alice 0.25 0.5",
                        "root/physics/theory 1.0 0.5",
                        "root/physics/theory/deep 1.0 0.16666666666666666",
                        "root/physics/theory/deep/bob 0.75 0.16666666666666666",
                        "root/physics/theory/eve 1.0 0.3333333333333333"),
                physics.held().stream()
                        .map(share -> share.path() + " " + share.ofShares() + " " + share.ofUsage())
                        .toList());
        assertEquals(
                6,
                Objects.requireNonNull(Trees.byPath(tree).get("root/physics/theory"))
                        .usage());
        Trees.assertRanks(new FairTree().rank(tree), "eve 3", "bob 2", "alice 1");
    }

    @Test
    void aBankThatHoldsNobodyMakesNoTie() {
        ShareTree tree = Trees.of("root 1", "root/empty 1", "root/alice 1 0", "root/bob 1 4");
        Trees.assertRanks(new FairTree().rank(tree), "alice 2", "bob 1");
    }

    @Test
    void aRootThatIsNotActiveLeavesNobody() {
        ShareTree tree = Trees.valid(List.of(new ShareNode("root", BANK, 1, false), PHYSICS, ALICE), Map.of());
        assertNull(tree.root());
        for (FairSharePolicy policy : Policies.ALL) {
            assertEquals(List.of(), policy.rank(tree).places());
        }
    }

    @Test
    void saysAllThatIsWrong() {
        assertFalse(new TreeCheck().hasRoot());
        refuses("root: a second one (expected: only root), slurm", ROOT, new ShareNode("slurm", BANK, 1, true));
        refuses("path: twice (expected: once), root/physics", ROOT, PHYSICS, PHYSICS);
        refuses(
                "bank: none of the path root/physics (expected: a bank around every node), root/physics/alice",
                ROOT,
                ALICE);
        refuses(
                "bank: root/physics/bob is a user (expected: a bank around every node), root/physics/bob/jobs",
                ROOT,
                PHYSICS,
                BOB,
                new ShareNode("root/physics/bob/jobs", USER, 1, true));
        refuses(
                "useParent: true (expected: false, the root has no parent), attic",
                new ShareNode("attic", BANK, 1, true, true),
                ROOT);
        refuses("path: \"alice\" (expected: a user within a bank), alice", new ShareNode("alice", USER, 1, true), ROOT);
        refuses(
                "path: \"root//alice\" (expected: names separated by single slashes), root//alice",
                ROOT,
                new ShareNode("root//alice", BANK, 1, true));
        refuses(
                "shares: -4.0 (expected: 0 to 1e12), root/physics",
                ROOT,
                new ShareNode("root/physics", BANK, -4, true));
        refuses(
                "shares: NaN (expected: 0 to 1e12), root/physics",
                ROOT,
                new ShareNode("root/physics", BANK, Double.NaN, true));
        assertEquals(
                List.of("usage: -1.0 (expected: 0 to 1.0E300), root/physics/alice"),
                Trees.problems(List.of(ROOT, PHYSICS, ALICE), Map.of(ALICE.path(), -1.0), new TreeCheck()));
    }

    private static void refuses(String problem, ShareNode... nodes) {
        assertEquals(List.of(problem), Trees.problems(List.of(nodes), Map.of(), new TreeCheck()));
    }
}
