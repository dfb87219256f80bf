package io.fairstream.streams.share;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.share.AssociationAccount;
import io.fairstream.rules.share.AssociationRow;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.UsageSums.BankSums;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about shares into the usage of banks, and of users in banks, with one account for each path. */
public final class AssociationStage
        extends Stage<ShareNode, PublishedAccount<AssociationAccount>, AssociationAccount.Page> {
    private static final Format<AssociationRow> ROW =
            new RecordFormat<>(AssociationRow.class, Topics.ASSOCIATION_USAGE);
    static final Format<ShareNode> SHARE_NODE = new RecordFormat<>(ShareNode.class, Topics.SHARES);

    static final Layout<PublishedAccount<AssociationAccount>, Snapshot> LAYOUT = new Layout<>(
            "association account",
            1,
            Snapshot.class,
            state -> new Snapshot(!state.keys().isEmpty(), state.account()),
            (path, kept) -> PublishedAccount.of(kept.isPublished, path, kept.account));
    static final Layout<AssociationAccount.Page, AssociationAccount.Page> PAGES =
            Layout.of("association account", 1, AssociationAccount.Page.class);

    private final UsageTerms terms;
    private final BankSums banks;
    private final Output<AssociationState> usage;

    public AssociationStage(TopologyConfig config) {
        this.terms = config.fairShare().terms();
        this.banks = new BankSums(terms);
        this.usage = usage(config);
    }

    /** All values that affect sums. */
    private record Configuration(HalfLife halfLife, UsagePeriods periods, Tariff weights) {}

    record Snapshot(boolean isPublished, AssociationAccount account) {}

    /** Format of the usage table of banks and of users in banks; valid under the configured terms. */
    public static Format<AssociationState> format(TopologyConfig config) {
        UsageTerms terms = config.fairShare().terms();
        return ROW.as(AssociationRow::state, state -> AssociationRow.of(state, terms));
    }

    public static Output<AssociationState> usage(TopologyConfig config) {
        return Output.of(Topics.ASSOCIATION_USAGE, format(config));
    }

    public static StageInput<ShareNode> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.SHARES,
                SHARE_NODE,
                StageInput.Key.of("path", ShareNode::path),
                (node, sent, newest) -> node.refusal(),
                null,
                new StageInput.Partitioning(config.partitions().accounts(), config.repartition(), null));
    }

    @Override
    public StateCodec<PublishedAccount<AssociationAccount>, AssociationAccount.Page> codec() {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new AssociationAccount(terms)), LAYOUT, PAGES);
    }

    @Override
    protected Maintenance<PublishedAccount<AssociationAccount>> maintenance() {
        return new Maintenance<PublishedAccount<AssociationAccount>>()
                .migrate(new Configuration(terms.halfLife(), terms.periods(), terms.weights()), this::migrate)
                .atCommit(() -> out().charge(banks.take()));
    }

    private void migrate(CacheEntry<PublishedAccount<AssociationAccount>> state) {
        if (bringUnderTerms(state, out().wallClock())) {
            rows(state);
        }
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<AssociationAccount>> state, Charge charge) {
        bringUnderTerms(state, charge.cause().sent());
        AssociationAccount account = state.state().account();
        if (charge.entry() instanceof AssociationEntry.Holding holding) {
            account.add(holding, terms);
            banks.add(state.key(), holding, out().causeOf(charge));
        } else if (charge.entry() instanceof AssociationEntry.Subtree subtree) {
            account.add(subtree);
        }
    }

    @Override
    protected @Nullable Rejection apply(
            CacheEntry<PublishedAccount<AssociationAccount>> state, ShareNode node, Cause cause) {
        decide(state, node, cause.sent());
        return null;
    }

    @Override
    protected void withdraw(CacheEntry<PublishedAccount<AssociationAccount>> state, String path, long timestamp) {
        decide(state, null, timestamp);
    }

    private void decide(
            CacheEntry<PublishedAccount<AssociationAccount>> state, @Nullable ShareNode node, long timestamp) {
        bringUnderTerms(state, timestamp);
        if (state.state().account().decide(node)) {
            out().counts().count(Effect.APPLIED);
            out().changed(state, timestamp);
        } else {
            out().counts().count(Effect.DUPLICATE);
        }
    }

    /**
     * Recomputes an account that was stored under other terms, and returns whether it did. The account is then marked as changed, since its
     * banks are charged again.
     */
    private boolean bringUnderTerms(CacheEntry<PublishedAccount<AssociationAccount>> state, long timestamp) {
        AssociationAccount account = state.state().account();
        if (account.isUnder(terms)) {
            return false;
        }
        while (!account.pages().isEmpty()) {
            out().store().loadPage(state, account);
        }
        Cause configuration = out().configuration(timestamp);
        banks.add(state.key(), account.recompute(terms), configuration);
        for (AssociationEntry.Holding entry : account.entries()) {
            banks.add(state.key(), entry, configuration);
        }
        out().changed(state, timestamp);
        return true;
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<AssociationAccount>> state) {
        AssociationAccount account = state.state().account();
        String path = state.key();
        Map<String, AssociationState> rows = account.exists() ? Map.of(path, account.state(path, terms)) : Map.of();
        out().publish(usage, state.state(), rows, state.timestamp());
        if (rows.isEmpty()) {
            out().store().drop(state, account.pages(), state.timestamp());
        }
        out().store().evictPages(state, account);
    }
}
