package io.fairstream.streams.share;

import io.fairstream.rules.Refused;
import io.fairstream.rules.association.AssociationAccount;
import io.fairstream.rules.association.AssociationPage;
import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.association.BankSums;
import io.fairstream.rules.association.UsageSums;
import io.fairstream.rules.association.UsageTerms;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.SnapshotCodec;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about shares into the usage of users in banks, and of banks: an account for each path. */
public final class AssociationStage extends Stage<ShareNode, PublishedAccount<AssociationAccount>, AssociationPage> {
    /** Decisions about shares. */
    static final Format<ShareNode> SHARE_NODE = new RecordFormat<>(ShareNode.class, Topics.SHARES);

    static final Layout<PublishedAccount<AssociationAccount>, Snapshot> LAYOUT = new Layout<>(
            "association account",
            1,
            Snapshot.class,
            state -> new Snapshot(!state.keys().isEmpty(), state.account().snapshot()),
            (path, kept) -> PublishedAccount.of(kept.isPublished, path, AssociationAccount.of(kept.account)));
    static final Layout<AssociationPage, AssociationPage> PAGES =
            new Layout<>("association account", 1, AssociationPage.class, Function.identity(), (path, kept) -> kept);

    private final UsageTerms terms;
    private final BankSums banks;
    private final Output<AssociationState> usage;

    public AssociationStage(TopologyConfig accounting) {
        this.terms = accounting.sharing().terms();
        this.banks = new BankSums(terms);
        this.usage = usage(accounting);
    }

    /** All that rows depend on. */
    private record Configuration(String terms) {}

    /** All there is to an account, to keep it. */
    record Snapshot(boolean isPublished, AssociationAccount.Snapshot account) {}

    /** Format of the table of what users in banks, and banks, have used; holds under the configured terms. */
    public static Format<AssociationState> format(TopologyConfig config) {
        return new AssociationUsageFormat(config.sharing().terms());
    }

    /** Table of what users in banks, and banks, have used. */
    public static Output<AssociationState> usage(TopologyConfig config) {
        return Output.of(Topics.ASSOCIATION_USAGE, format(config));
    }

    /** The decisions, and the checks of each. */
    public static StageInput<ShareNode> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.SHARES,
                SHARE_NODE,
                StageInput.Key.of("path", ShareNode::path),
                (node, sent, newest) -> node.refusal(),
                null,
                new StageInput.Partitioning(config.partitions().accounts(), config.repartition(), null));
    }

    /** Codec of accounts. */
    public static StateCodec<PublishedAccount<AssociationAccount>, AssociationPage> codec(UsageTerms terms) {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new AssociationAccount(terms)), LAYOUT, PAGES);
    }

    @Override
    public StateCodec<PublishedAccount<AssociationAccount>, AssociationPage> codec() {
        return codec(terms);
    }

    @Override
    protected Maintenance<PublishedAccount<AssociationAccount>> maintenance() {
        return new Maintenance<PublishedAccount<AssociationAccount>>()
                .migrate(new Configuration(terms.name()), this::migrate)
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
    protected @Nullable Refused apply(
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
            out().counts().applied();
            out().changed(state, timestamp);
        } else {
            out().counts().duplicate();
        }
    }

    /** Works an account out anew that was kept under other terms; whether it was. It is written then, as the banks were charged anew. */
    private boolean bringUnderTerms(CacheEntry<PublishedAccount<AssociationAccount>> state, long timestamp) {
        AssociationAccount account = state.state().account();
        if (account.isUnder(terms)) {
            return false;
        }
        while (!account.pages().isEmpty()) {
            out().store().loadPage(state, account);
        }
        Cause configuration = out().configuration(timestamp);
        banks.add(state.key(), account.renew(terms), configuration);
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
        Map<String, AssociationState> rows = account.exists() ? Map.of(path, account.standing(path, terms)) : Map.of();
        out().publish(usage, state.state(), rows, state.timestamp());
        if (rows.isEmpty()) {
            out().store().drop(state, account.pages(), state.timestamp());
        }
        out().store().evictPages(state, account);
    }

    /** Rows of associations and banks. */
    public static final class AssociationUsageFormat implements Format<AssociationState> {
        private static final Symbols<ShareNode.Kind> KINDS =
                new Symbols<>(ShareNode.Kind.class, ShareKind.getClassSchema());

        private final UsageTerms terms;

        /**
         * @param terms under which the sums hold that are written; those that are read hold under the same
         */
        public AssociationUsageFormat(UsageTerms terms) {
            this.terms = terms;
        }

        @Override
        public Schema schema() {
            return AssociationUsage.getClassSchema();
        }

        @Override
        public void write(AssociationState row, AvroOut out) {
            UsageSums sums = row.sums();
            out.writeString(row.path());
            out.writeLong(KINDS.index(row.kind()));
            out.writeNullable(row.user());
            out.writeNullable(row.shares());
            out.writeBoolean(row.active());
            out.writeDouble(row.rawUsage());
            out.writeItems(sums.periods().entrySet(), period -> {
                out.writeLong(period.getKey());
                out.writeDouble(period.getValue() / UsageTerms.UNITS);
            });
            out.writeDouble(row.periodUsage(row.asOf(), terms));
            out.writeDouble(row.smoothUsage(row.asOf(), terms));
            out.writeDouble(sums.weight());
            out.writeLong(row.asOf());
            out.writeDouble(terms.halfLife().seconds());
            out.writeLong(terms.periods().epoch());
            out.writeLong(terms.periods().count());
            out.writeDouble(terms.periods().decayFactor());
            out.writeBoolean(row.useParent());
        }

        @Override
        public AssociationState read(AvroIn in) {
            String path = in.readString();
            ShareNode.Kind kind = KINDS.at(in.readIndex(KINDS.count()));
            in.readNullableString();
            Double shares = in.readNullableDouble();
            boolean active = in.readBoolean();
            long units = units(in.readDouble());
            Map<Long, Long> periods = new TreeMap<>();
            in.readBlocks(() -> periods.put(in.readLong(), units(in.readDouble())));
            in.readDouble();
            double smooth = in.readDouble();
            double weight = in.readDouble();
            long asOf = in.readLong();
            in.readDouble();
            in.readLong();
            in.readInt();
            in.readDouble();
            boolean useParent = in.readBoolean();
            return new AssociationState(
                    path, kind, shares, active, useParent, new UsageSums(asOf, 0, weight, smooth, units, periods));
        }

        private static long units(double nodeSeconds) {
            return Math.round(nodeSeconds * UsageTerms.UNITS);
        }
    }
}
