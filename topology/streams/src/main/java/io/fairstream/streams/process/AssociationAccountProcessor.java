package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.account.association.AssociationAccount;
import io.fairstream.rules.account.association.AssociationPage;
import io.fairstream.rules.account.association.BankSums;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.Origin;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about shares into the usage of users in banks, and of banks: an account for each path. */
public final class AssociationAccountProcessor implements Processor<String, Object, String, Object> {
    /** The nodes to which results go. */
    public record Sinks(String usage, String bankCharges, String rejections, String tallies) {}

    private static final DecisionKind<ShareNode> SHARES =
            new DecisionKind<>(Topics.SHARES, "path", ShareNode::path, ShareNode::refusal, Formats.SHARE_NODE);

    private final Accounting accounting;
    private final UsageTerms terms;
    private final String storeName;
    private final Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<PublishedAccount<AssociationAccount>, AssociationPage> store;
    private Outcomes outcomes;
    private Journal journal;
    private BankSums banks;
    private Renewal<PublishedAccount<AssociationAccount>> renewal;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public AssociationAccountProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.terms = accounting.sharing().terms();
        this.storeName = storeName;
        this.sinks = sinks;
        this.inputs = new Inputs(accounting.partitions().accounts(), accounting.repartition());
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(SHARES.topic()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        journal = new Journal(accounting, context, sinks.bankCharges(), Ledger.JOB);
        banks = new BankSums(terms);
        renewal = new Renewal<>(store, terms.name(), outcomes.isFirst());
        renewal.schedule(context);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, Object> record) {
        if (record.value() instanceof Charge charge) {
            charge(record, (AssociationEntry) charge.entry());
        } else {
            decide(record, (ShareNode) record.value());
        }
        store.flushIfFull();
    }

    private void charge(Record<String, Object> record, AssociationEntry entry) {
        WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot = slot(record.key(), record.timestamp());
        AssociationAccount account = slot.state().account();
        if (entry instanceof AssociationEntry.Holding holding) {
            account.add(holding, terms);
            banks.add(slot.key(), holding, Inputs.read(context).cause(record.timestamp()));
        } else if (entry instanceof AssociationEntry.Subtree subtree) {
            account.add(subtree);
        }
        store.changed(slot, record.timestamp());
    }

    private void decide(Record<String, Object> record, @Nullable ShareNode node) {
        Origin origin = inputs.origin(context, record.headers());
        Refused refused = SHARES.refusal(inputs, record.key(), node, origin);
        if (refused != null) {
            outcomes.reject(record, origin, null, refused, SHARES.original(node));
            return;
        }
        WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot = slot(record.key(), record.timestamp());
        if (slot.state().account().decide(node)) {
            outcomes.tally().applied();
            store.changed(slot, record.timestamp());
        } else {
            outcomes.tally().duplicate();
        }
    }

    /** The account of a path, under today's terms. */
    private WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot(String path, long timestamp) {
        WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot = store.slot(path);
        renew(slot, timestamp);
        return slot;
    }

    private boolean renew(WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot, long timestamp) {
        AssociationAccount account = slot.state().account();
        if (account.isUnder(terms)) {
            return false;
        }
        while (!account.pages().isEmpty()) {
            account.recall(store.recall(slot.key(), account.pages()));
        }
        Cause configuration = journal.configuration(timestamp);
        banks.add(slot.key(), account.renew(terms), configuration);
        for (AssociationEntry.Holding entry : account.entries()) {
            banks.add(slot.key(), entry, configuration);
        }
        return true;
    }

    private final class Flush implements WriteBackStore.Flush<PublishedAccount<AssociationAccount>> {
        @Override
        public void publish(WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot) {
            AssociationAccount account = slot.state().account();
            String path = slot.key();
            if (account.exists()) {
                slot.state().publish(Set.of(path));
                context.forward(new Record<>(path, account.standing(path, terms), slot.timestamp()), sinks.usage());
            } else {
                withdraw(slot);
            }
            for (AssociationPage page = account.spill(); page != null; page = account.spill()) {
                store.keep(path, account.pages(), page);
            }
        }

        private void withdraw(WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot) {
            if (!slot.state().publish(Set.of()).isEmpty()) {
                context.forward(new Record<>(slot.key(), null, slot.timestamp()), sinks.usage());
            }
            store.drop(slot, slot.state().account().pages(), slot.timestamp());
        }

        @Override
        public void finish() {
            renewal.next(this::renewRow, () -> {});
            journal.write(banks.take());
            journal.flush();
            outcomes.finish();
        }

        private void renewRow(WriteBackStore.CacheEntry<PublishedAccount<AssociationAccount>> slot) {
            long timestamp = context.currentSystemTimeMs();
            if (renew(slot, timestamp)) {
                store.changed(slot, timestamp);
                publish(slot);
            }
        }
    }
}
