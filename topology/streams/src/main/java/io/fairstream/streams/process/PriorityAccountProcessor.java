package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.account.AccountPage;
import io.fairstream.rules.account.AccountState;
import io.fairstream.rules.account.CustomerEdit;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.GroupSums;
import io.fairstream.rules.account.Membership;
import io.fairstream.rules.account.PriorityAccount;
import io.fairstream.rules.account.PriorityRow;
import io.fairstream.rules.account.Refresh;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.RateChange;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.CustomerAccount;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.AccountEditWire;
import io.fairstream.streams.wire.JsonDump;
import io.fairstream.streams.wire.Origin;
import java.time.Instant;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Folds charges and edits into priorities: an account for each customer. */
public final class PriorityAccountProcessor implements Processor<String, Object, String, Object> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes to which results go. */
    public record Sinks(String priorities, String groupCharges, String rejections, String tallies) {}

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<CustomerAccount, AccountPage> store;
    private Outcomes outcomes;
    private Journal journal;
    private GroupSums groups;
    private Renewal<CustomerAccount> renewal;
    private Refreshing refreshing;
    private Sweep sweep;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public PriorityAccountProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
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
                accounting.topic(Topics.ACCOUNT_EDITS),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        journal = new Journal(accounting, context, sinks.groupCharges(), Ledger.MATCH);
        groups = new GroupSums();
        renewal = new Renewal<>(store, accounting.published(), outcomes.isFirst());
        renewal.schedule(context);
        refreshing = new Refreshing(accounting.refresh());
        sweep = new Sweep(accounting.retention().interval(), SWEPT_PER_COMMIT);
        store.onFlush(context, new Flush());
        if (!accounting.refresh().isZero()) {
            context.schedule(refreshing.interval(), PunctuationType.WALL_CLOCK_TIME, now -> refreshing.allow());
        }
    }

    @Override
    public void process(Record<String, Object> record) {
        if (record.value() instanceof Charge charge) {
            charge(record, Entry.UseChange.of((RateChange) charge.entry()));
        } else {
            edit(record, (CustomerEdit) record.value());
        }
        store.flushIfFull();
    }

    private void charge(Record<String, Object> record, Entry.UseChange use) {
        WriteBackStore.CacheEntry<CustomerAccount> slot = store.slot(record.key());
        slot.state().account().add(use);
        store.changed(slot, record.timestamp());
        outcomes.tally().sees(use.at(), record.timestamp());
        place(slot, record.timestamp());
        Membership.Charge charge = slot.state().membership().passOn(slot.key(), use);
        if (charge != null) {
            groups.add(charge, Inputs.read(context).cause(record.timestamp()));
        }
    }

    /** Makes the customer a member of the configured group, with what is in use by now. */
    private void place(WriteBackStore.CacheEntry<CustomerAccount> slot, long timestamp) {
        long now = outcomes.tally().newest();
        for (Membership.Charge moved : slot.state().membership().move(slot.key(), accounting.groups(), now)) {
            groups.add(moved, journal.configuration(timestamp));
        }
    }

    private void edit(Record<String, Object> record, @Nullable CustomerEdit edit) {
        Origin origin = inputs.origin(context, record.headers());
        Refused refused = refusal(record, edit, origin);
        if (refused == null && edit != null) {
            refused = apply(edit, record.timestamp());
        }
        if (refused != null) {
            Long at = edit == null ? null : (Long) edit.edit().at();
            String original = edit == null ? "" : JsonDump.json(new AccountEditWire(), edit);
            outcomes.reject(record, origin, at, refused, original);
        }
    }

    private @Nullable Refused refusal(Record<String, Object> record, @Nullable CustomerEdit edit, Origin origin) {
        Refused refused = inputs.refusal(record.key(), "customer", edit == null ? null : edit.customer(), origin);
        if (refused != null || edit == null) {
            return refused;
        }
        return edit.refusal(
                accounting.groups(),
                accounting.times(),
                record.timestamp(),
                outcomes.tally().newest());
    }

    private @Nullable Refused apply(CustomerEdit edit, long timestamp) {
        WriteBackStore.CacheEntry<CustomerAccount> slot = store.slot(edit.customer());
        PriorityAccount account = slot.state().account();
        long at = edit.edit().at();
        while (!account.reaches(at)) {
            account.recall(store.recall(slot.key(), account.pages()));
        }
        store.changed(slot, timestamp);
        if (!account.remembers(at)) {
            return new Refused(
                    Reason.TOO_LATE,
                    String.format(
                            "at: %s (expected: not before %s, the oldest entry that the account of \"%s\" remembers)",
                            Instant.ofEpochMilli(at),
                            Instant.ofEpochMilli(account.base().asOf()),
                            edit.customer()));
        }
        if (account.edit(edit.edit())) {
            outcomes.tally().applied();
        } else {
            outcomes.tally().duplicate();
        }
        return null;
    }

    private void publish(WriteBackStore.CacheEntry<CustomerAccount> slot, AccountState standing) {
        if (standing.exists() || accounting.groups().isGroup(slot.key())) {
            PriorityRow row = PriorityRow.of(slot.key(), standing, accounting.factors(), accounting.halfLife());
            context.forward(new Record<>(slot.key(), row, slot.timestamp()), sinks.priorities());
            slot.state().published(standing.asOf());
        } else {
            withdraw(slot);
        }
    }

    private void withdraw(WriteBackStore.CacheEntry<CustomerAccount> slot) {
        if (slot.state().isPublished()) {
            context.forward(new Record<>(slot.key(), null, slot.timestamp()), sinks.priorities());
            slot.state().published(AccountState.NEVER);
        }
    }

    private final class Flush implements WriteBackStore.Flush<CustomerAccount> {
        @Override
        public void publish(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            settle(slot);
            PriorityAccount account = slot.state().account();
            PriorityAccountProcessor.this.publish(slot, account.standing());
            int kept = account.pages().next();
            for (AccountPage page : account.spill()) {
                store.keep(slot.key(), account.pages(), page);
            }
            if (account.pages().next() > kept) {
                forgetOldPages(slot.key(), account.pages());
            }
        }

        private void settle(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            PriorityAccount account = slot.state().account();
            while (account.needsPage()) {
                account.recall(store.recall(slot.key(), account.pages()));
            }
            account.settle();
        }

        /** Mends an account that an earlier release left infinite or NaN; whether there was anything to mend. */
        private boolean mend(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            if (slot.state().account().isSound()) {
                return false;
            }
            store.changed(slot, context.currentSystemTimeMs());
            settle(slot);
            return true;
        }

        private void forgetOldPages(String customer, Pages pages) {
            long newest = outcomes.tally().newest();
            if (newest == EventTimes.NONE) {
                return;
            }
            long oldest = accounting.times().oldest(newest);
            while (!pages.isEmpty() && store.oldest(customer, pages).newest() < oldest) {
                store.forgetOldest(customer, pages);
            }
        }

        @Override
        public void finish() {
            renewal.next(this::renew, this::showGroups);
            refreshing.next(store, this::refresh);
            sweep.next(outcomes.tally().newest(), store, this::dropIfOver);
            journal.write(groups.take());
            journal.flush();
            outcomes.finish();
        }

        private void renew(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            long timestamp = context.currentSystemTimeMs();
            mend(slot);
            place(slot, timestamp);
            store.changed(slot, timestamp);
            if (slot.state().isPublished()) {
                show(slot, slot.state().published());
            }
        }

        /** Groups have rows before anybody uses anything. */
        private void showGroups() {
            for (String group : accounting.groups().all()) {
                if (inputs.isHere(group, context.taskId().partition())) {
                    WriteBackStore.CacheEntry<CustomerAccount> slot = store.slot(group);
                    if (!slot.state().isPublished()) {
                        store.changed(slot, context.currentSystemTimeMs());
                        show(slot, 0);
                    }
                }
            }
        }

        private void refresh(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            boolean isMended = mend(slot);
            CustomerAccount state = slot.state();
            long now = outcomes.tally().now(context.currentSystemTimeMs());
            if (now != EventTimes.NONE
                    && state.isPublished()
                    && (isMended
                            || Refresh.isDue(
                                    state.account().standing(), state.published(), now, accounting.halfLife()))) {
                store.changed(slot, context.currentSystemTimeMs());
                show(slot, now);
            }
        }

        private void show(WriteBackStore.CacheEntry<CustomerAccount> slot, long at) {
            AccountState standing = slot.state().account().standing().at(at, accounting.halfLife());
            PriorityAccountProcessor.this.publish(slot, standing);
        }

        private void dropIfOver(WriteBackStore.CacheEntry<CustomerAccount> slot) {
            mend(slot);
            CustomerAccount state = slot.state();
            boolean isOver = accounting
                    .retention()
                    .isOver(
                            state.account().standing(),
                            state.membership(),
                            outcomes.tally().newest(),
                            accounting.halfLife());
            if (isOver && !accounting.groups().isGroup(slot.key())) {
                store.drop(slot, state.account().pages(), context.currentSystemTimeMs());
                withdraw(slot);
            }
        }
    }
}
