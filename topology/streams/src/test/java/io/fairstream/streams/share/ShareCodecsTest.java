package io.fairstream.streams.share;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.AssociationAccount;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.ShareNode.Kind;
import io.fairstream.rules.share.UsageSums;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.streams.Pipeline;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.StateBytes.StateOut;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.share.RankingStage.RankedPath;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** State of shares is read as it was written, today and before there was {@code useParent}. */
class ShareCodecsTest {
    private static final UsageTerms TERMS =
            new UsageTerms(new HalfLife(3600), UsagePeriods.DEFAULT, Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));

    private static final FairShareTerms FAIR_SHARE =
            Pipeline.config(Duration.ZERO).fairShare();
    private static final long PERIOD = FAIR_SHARE.terms().periods().halfLife().toMillis();

    private final StateCodec<RankedPath, Void> paths = new SnapshotCodec<>(RankedPath::new, RankedPath.LAYOUT, null);
    private final StateCodec<PublishedAccount<AssociationAccount>, AssociationAccount.Page> accounts =
            new AssociationStage(Pipeline.config(Duration.ZERO)).codec();

    @Test
    void whoHasItsParentsSharesIsReadAsItWasWritten() {
        AssociationState state = new AssociationState("root/alice", Kind.USER, 3.0, true, true, new UsageSums());
        byte[] path = paths.write(new RankedPath(state, null, true));
        assertEquals(state.claim(0, TERMS, AssociationState.Compared.SMOOTH), claim(paths.read("root/alice", path)));
        assertArrayEquals(path, paths.write(paths.read("root/alice", path)));
        AssociationAccount account = new AssociationAccount(TERMS);
        account.decide(new ShareNode("root/alice", Kind.USER, 3, true, true));
        byte[] bytes = accounts.write(new PublishedAccount<>(account, Set.of("root/alice")));
        assertEquals(
                account.decision(), accounts.read("root/alice", bytes).account().decision());
    }

    @Test
    void anEqualStateIsNoNewsSoThatUsageThatOnlyDecayedIsNotPublishedAgain() {
        AssociationState state = new AssociationState("root/alice", Kind.USER, 3.0, true, false, new UsageSums());
        RankedPath path = new RankedPath(state, null, false);
        assertTrue(path.publish(row(8, 0), FAIR_SHARE));
        path.update(new AssociationState("root/alice", Kind.USER, 3.0, true, false, new UsageSums()));
        assertFalse(path.publish(row(4, PERIOD), FAIR_SHARE));
        path.update(new AssociationState("root/alice", Kind.USER, 4.0, true, false, new UsageSums()));
        assertTrue(path.publish(row(4, PERIOD), FAIR_SHARE));
    }

    /** Twice as much under other weights decays to the same after a half-life; a row that stays would be wrong at its own instant. */
    @Test
    void aUsageThatEqualsThatOfAnEarlierPeriodIsNews() {
        AssociationState state = new AssociationState("root/alice", Kind.USER, 3.0, true, false, new UsageSums());
        RankedPath path = new RankedPath(state, null, true);
        assertTrue(path.publish(row(8, 0), FAIR_SHARE));
        path.expectOtherUsage();
        assertFalse(path.publish(row(8 + 1e-9, PERIOD - 1), FAIR_SHARE), "the same period, and a rounding error");
        path.expectOtherUsage();
        assertTrue(path.publish(row(8, PERIOD), FAIR_SHARE));
        path.expectOtherUsage();
        assertTrue(path.publish(row(0, PERIOD), FAIR_SHARE));
        path.expectOtherUsage();
        assertFalse(path.publish(row(0, 2 * PERIOD), FAIR_SHARE), "nothing decays to nothing");
    }

    private static FairShareRow row(double usage, long asOf) {
        return new FairShareRow("root/alice", "flux", 1, null, 1, 1, usage, 1, 1, asOf);
    }

    private static Object claim(RankedPath path) {
        AssociationState state = path.state();
        assertNotNull(state);
        return state.claim(0, TERMS, AssociationState.Compared.SMOOTH);
    }

    @Test
    void aLaterLayoutIsRefused() {
        StateOut out = new StateOut();
        out.begin(9);
        assertThrows(RuntimeException.class, () -> paths.read("root", out.toByteArray()));
        assertThrows(RuntimeException.class, () -> accounts.read("root", out.toByteArray()));
    }
}
