package io.fairstream.rules.share;

import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.BANK;
import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.USER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.share.FairSharePolicy.FairTree;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ranking when not everything was decided or not everything fits: users in it, and users left out. */
class FairSharesTest {
    private static final FairShares FAIR_TREE = new FairShares(new FairTree(), 1);

    private static Claim listed(String path, ShareNode.Kind kind, double shares, double usage) {
        return new Claim(path, kind, shares, true, usage);
    }

    private static FairShares.Places rank(Claim... claims) {
        return FAIR_TREE.rank(List.of(claims), 0);
    }

    private static Claim unlisted(String path, ShareNode.Kind kind, double usage) {
        return new Claim(path, kind, null, true, usage);
    }

    @Test
    void whoIsNotListedHasTheConfiguredShares() {
        List<Claim> claims = List.of(
                unlisted("root", BANK, 40),
                unlisted("root/physics", BANK, 40),
                listed("root/physics/alice", USER, 3, 30),
                unlisted("root/physics/bob", USER, 10));
        FairShares.Places places = FAIR_TREE.rank(claims, 0);
        assertEquals(Map.of(), places.leftOut());
        Trees.assertRanks(places.ranking(), "alice 2", "bob 2");
        Trees.assertRanks(new FairShares(new FairTree(), 2).rank(claims, 0).ranking(), "bob 2", "alice 1");
    }

    @Test
    void withoutSharesForThemWhoIsNotListedIsLeftOut() {
        FairShares.Places places = new FairShares(new FairTree(), 0)
                .rank(
                        List.of(
                                listed("root", BANK, 1, 0),
                                listed("root/alice", USER, 1, 30),
                                unlisted("root/bob", USER, 10)),
                        0);
        Trees.assertRanks(places.ranking(), "alice 1");
        assertEquals(Map.of("root/bob", "shares: none decided"), places.leftOut());
    }

    @Test
    void whoseSharesWereDecidedComeBeforeWhoStandsInTheirWay() {
        FairShares.Places places = rank(
                unlisted("attic", BANK, 5),
                unlisted("attic/eve", USER, 5),
                listed("root", BANK, 1, 0),
                unlisted("root/alone", USER, 7),
                listed("root/physics", BANK, 1, 0),
                listed("root/physics/alice", USER, 1, 1),
                unlisted("root/physics/alice/job", USER, 1));
        Trees.assertRanks(places.ranking(), "alice 2", "alone 1");
        assertEquals(
                Map.of(
                        "attic",
                        "root: a second one (expected: only root), attic",
                        "attic/eve",
                        "bank: none of the path attic (expected: a bank around every node), attic/eve",
                        "root/physics/alice/job",
                        "bank: root/physics/alice is a user (expected: a bank around every node),"
                                + " root/physics/alice/job"),
                places.leftOut());
    }

    @Test
    void usersAmongBanksAreRankedWithThemEvenWhereNobodyDecidedAnything() {
        FairShares.Places places = rank(
                unlisted("attic", BANK, 1),
                unlisted("attic/eve", USER, 1),
                unlisted("root", BANK, 1),
                unlisted("root/aaa", USER, 1),
                unlisted("root/physics", BANK, 1),
                unlisted("root/physics/alice", USER, 1),
                unlisted("root/physics/bob", USER, 2));
        Trees.assertRanks(places.ranking(), "aaa 3", "alice 2", "bob 1");
        assertEquals(
                Map.of(
                        "attic",
                        "root: a second one (expected: only root), attic",
                        "attic/eve",
                        "bank: none of the path attic (expected: a bank around every node), attic/eve"),
                places.leftOut());
    }

    @Test
    void theRootIsTheOneWithTheMostUsersBelow() {
        FairShares.Places places = rank(
                unlisted("attic", BANK, 1),
                unlisted("attic/club", BANK, 1),
                unlisted("root", BANK, 1),
                unlisted("root/alice", USER, 1));
        Trees.assertRanks(places.ranking(), "alice 1");
    }

    @Test
    void fairshareParentIsAsDecidedWhateverItsShares() {
        FairShares.Places places = rank(
                listed("root", BANK, 1, 0),
                listed("root/alice", USER, 1, 1),
                new Claim("root/bob", USER, 0.0, true, true, 9));
        Trees.assertRanks(places.ranking(), "bob 2", "alice 1");
    }

    @Test
    void whatNoBankPaysForIsLeftOut() {
        FairShares.Places places = rank(
                unlisted("UNKNOWN", BANK, 5),
                unlisted("UNKNOWN/eve", USER, 5),
                unlisted("root", BANK, 0),
                unlisted("root/alice", USER, 0));
        Trees.assertRanks(places.ranking(), "alice 1");
        assertEquals(
                Map.of("UNKNOWN", "bank: none was ever reported", "UNKNOWN/eve", "bank: none was ever reported"),
                places.leftOut());
    }

    @Test
    void whatRoundingLeftBelowZeroIsNothing() {
        FairShares.Places places = rank(
                unlisted("root", BANK, 0),
                unlisted("root/alice", USER, -1e-12),
                unlisted("root/bob", USER, 0),
                unlisted("root/carol", USER, Double.NaN));
        Trees.assertRanks(places.ranking(), "alice 2", "bob 2");
        assertEquals(Map.of("root/carol", "usage: NaN (expected: 0 to 1.0E300), root/carol"), places.leftOut());
    }

    @Test
    void nobodyNeedsNoTree() {
        assertEquals(List.of(), rank().ranking().places());
        assertThrows(IllegalArgumentException.class, () -> new FairShares(new FairTree(), -1));
    }
}
