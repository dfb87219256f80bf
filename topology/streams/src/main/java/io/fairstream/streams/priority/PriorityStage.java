package io.fairstream.streams.priority;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.Groups.Membership;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.InstanceMetrics;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Folds charges and edits into priorities, with one account for each customer. */
public final class PriorityStage extends Stage<CustomerEdit, PriorityStage.CustomerAccount, PriorityAccount.Page> {
    /** Format of account edits, without the reasons, which are for people only. */
    public static final Format<CustomerEdit> ACCOUNT_EDIT = new RecordFormat<>(EditRecord.class, Topics.ACCOUNT_EDITS)
            .as(EditRecord::recorded, edit -> new EditRecord(edit, null));

    public static final Output<PriorityRow> PRIORITIES = Output.of(Topics.PRIORITIES, PriorityRow.class);

    /** Instant of the row of a group without any use, milliseconds since 1970. */
    private static final long EPOCH = 0;

    private static final int ROWS = 2;

    private final TopologyConfig config;
    private final Groups tree;
    private final ChargeSums groups = new ChargeSums(Ledger.MATCH);

    public PriorityStage(TopologyConfig config) {
        this.config = config;
        this.tree = config.groups();
    }

    private record EditRecord(
            CustomerEdit recorded, @Nullable String reason) {}

    public static StageInput<CustomerEdit> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.ACCOUNT_EDITS,
                ACCOUNT_EDIT,
                StageInput.Key.of("customer", CustomerEdit::customer),
                (edit, sent, newest) -> edit.refusal(config.groups(), config.times(), sent, newest),
                edit -> edit.decided().at(),
                new StageInput.Partitioning(config.partitions().accounts(), config.repartition(), null));
    }

    private record Terms(int rows, double halfLifeSeconds) {}

    /** All other values that affect rows: the components of {@link FactorRules}. */
    record Configuration(
            double everybody,
            double niceUsers,
            double remote,
            @Nullable String localDomain,
            List<String> groups,
            SortedMap<String, Double> ofGroups) {}

    @Override
    public StateCodec<CustomerAccount, PriorityAccount.Page> codec() {
        return CustomerAccount.codec(config.halfLife());
    }

    @Override
    protected Maintenance<CustomerAccount> maintenance() {
        FactorRules factors = config.factors();
        return new Maintenance<CustomerAccount>()
                .expire(config.retention().interval(), this::expire)
                .refresh(config.refresh(), this::refresh)
                .recompute(new Terms(ROWS, config.halfLife().seconds()), this::recompute)
                .migrate(
                        new Configuration(
                                factors.everybody(),
                                factors.niceUsers(),
                                factors.remote(),
                                factors.localDomain(),
                                tree.all(),
                                new TreeMap<>(factors.ofGroups())),
                        this::migrate)
                .afterMigration(this::writeGroups)
                .atCommit(() -> out().charge(groups.take()));
    }

    @Override
    protected void charge(CacheEntry<CustomerAccount> state, Charge charge) {
        RateChange use = (RateChange) charge.entry();
        long sent = charge.cause().sent();
        state.state().account.add(use);
        out().counts().advance(use.at(), sent);
        moveToGroup(state, sent);
        Membership membership = state.state().membership;
        String group = membership.group();
        RateChange passedOn = membership.passOn(state.key(), use);
        if (group != null && passedOn != null) {
            groups.addGroup(group, passedOn, out().causeOf(charge));
        }
    }

    /** Moves the customer, with its current use, to the configured group. */
    private void moveToGroup(CacheEntry<CustomerAccount> state, long timestamp) {
        Membership membership = state.state().membership;
        if (!membership.isPlacedIn(tree)) {
            membership.move(state.key(), tree, out().counts().newest(), groups, out().configuration(timestamp));
        }
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<CustomerAccount> state, CustomerEdit edit, Cause cause) {
        PriorityAccount account = state.state().account;
        long at = edit.decided().at();
        while (!account.covers(at)) {
            out().store().loadPage(state, account);
        }
        out().changed(state, cause.sent());
        if (!account.isInMemory(at)) {
            return new Rejection(
                    Reason.TOO_LATE,
                    String.format(
                            "at: %s (expected: not before %s, the oldest entry that the account of \"%s\" remembers)",
                            Instant.ofEpochMilli(at),
                            Instant.ofEpochMilli(account.base().asOf()),
                            edit.customer()));
        }
        out().counts().noteInput(at);
        if (account.edit(edit.decided())) {
            out().counts().count(Effect.APPLIED);
            out().metrics().count(InstanceMetrics.EDITS, Map.of(InstanceMetrics.KIND, edit.kind()), 1);
        } else {
            out().counts().count(Effect.DUPLICATE);
        }
        return null;
    }

    @Override
    protected void rows(CacheEntry<CustomerAccount> state) {
        PriorityAccount account = state.state().account;
        while (account.needsPage()) {
            out().store().loadPage(state, account);
        }
        account.applyLateEntries();
        write(state, account.state());
        int kept = account.pages().next();
        out().store().evictPages(state, account);
        if (account.pages().next() > kept) {
            WriteBackStore.forgetBefore(out().store(), oldestKept(), state, account, page -> {});
        }
    }

    /** Returns the oldest time of entries that accounts remember. */
    private long oldestKept() {
        long newest = out().counts().newest();
        return newest == EventTimes.NONE
                ? newest
                : newest - EventTimes.memory(config.times().maxLateness()).toMillis();
    }

    private void write(CacheEntry<CustomerAccount> state, AccountState account) {
        if (account.exists() || tree.isGroup(state.key())) {
            AccountState dated = account.asOf() == AccountState.NEVER ? account.at(EPOCH, config.halfLife()) : account;
            PriorityRow row = PriorityRow.of(state.key(), dated, config.factors(), config.halfLife());
            out().write(PRIORITIES, state.key(), row, state.timestamp());
            state.state().published = dated.asOf();
        } else {
            withdraw(state);
        }
    }

    private void withdraw(CacheEntry<CustomerAccount> state) {
        if (state.state().isPublished()) {
            out().write(PRIORITIES, state.key(), null, state.timestamp());
            state.state().published = AccountState.NEVER;
        }
    }

    private void writeAt(CacheEntry<CustomerAccount> state, long at) {
        write(state, state.state().account.state().at(at, config.halfLife()));
    }

    /** Recomputes the states at the start of pages, which were computed with another half-life. */
    private int recompute(CacheEntry<CustomerAccount> state, int from, Maintenance.Budget budget) {
        PriorityAccount account = state.state().account;
        Pages pages = account.pages();
        int page = Math.max(from, pages.first());
        AccountState before = page == pages.first()
                ? null
                : out().store().page(state, page - 1).last(config.halfLife());
        for (; page < pages.next(); page++) {
            if (!budget.take()) {
                return page;
            }
            PriorityAccount.Page kept = out().store().page(state, page);
            PriorityAccount.Page rebuilt = before == null ? kept : kept.after(before);
            out().store().page(state, page, rebuilt);
            before = rebuilt.last(config.halfLife());
        }
        if (before != null) {
            account.foldAfter(before);
        }
        return Maintenance.DONE;
    }

    private void migrate(CacheEntry<CustomerAccount> state) {
        long timestamp = out().wallClock();
        moveToGroup(state, timestamp);
        out().changed(state, timestamp);
        if (state.state().isPublished()) {
            writeAt(state, state.state().published);
        }
    }

    /** Writes a row for each group, even without any use. */
    private void writeGroups() {
        for (String group : tree.all()) {
            if (out().isHere(group)) {
                CacheEntry<CustomerAccount> state = out().store().slot(group);
                if (!state.state().isPublished()) {
                    out().changed(state, out().wallClock());
                    writeAt(state, EPOCH);
                }
            }
        }
    }

    private void refresh(CacheEntry<CustomerAccount> state) {
        CustomerAccount account = state.state();
        long now = out().counts().now(out().wallClock());
        if (now != EventTimes.NONE
                && account.isPublished()
                && PriorityRow.needsRefresh(account.account.state(), account.published, now, config.halfLife())) {
            out().changed(state, out().wallClock());
            writeAt(state, now);
        }
    }

    private void expire(CacheEntry<CustomerAccount> state) {
        CustomerAccount account = state.state();
        boolean isOver = config.retention()
                .isOver(
                        account.account.state(),
                        account.membership,
                        out().counts().newest(),
                        config.halfLife());
        if (isOver && !tree.isGroup(state.key())) {
            out().store().drop(state, account.account.pages(), out().wallClock());
            withdraw(state);
        }
    }

    /** Account of a customer, its membership in a group that is charged too, and the time of its last published row. Mutable; one owner. */
    static final class CustomerAccount {
        private static final Layout<PriorityAccount.Page, PriorityAccount.Page> PAGES =
                Layout.of("priority account", 1, PriorityAccount.Page.class);

        final PriorityAccount account;
        private final Membership membership;
        long published;

        /** @param published instant of the last written row, milliseconds since 1970, or {@link AccountState#NEVER} */
        CustomerAccount(PriorityAccount account, Membership membership, long published) {
            this.account = account;
            this.membership = membership;
            this.published = published;
        }

        private record Snapshot(long published, PriorityAccount.Page recent, Pages pages, Membership membership) {
            CustomerAccount customer(HalfLife halfLife) {
                PriorityAccount account = new PriorityAccount(halfLife, recent.base(), recent.entries(), pages);
                return new CustomerAccount(account, membership, published);
            }
        }

        private Snapshot snapshot() {
            return new Snapshot(
                    published, PriorityAccount.Page.of(account.base(), account.entries()), account.pages(), membership);
        }

        static StateCodec<CustomerAccount, PriorityAccount.Page> codec(HalfLife halfLife) {
            return new SnapshotCodec<>(
                    () -> new CustomerAccount(new PriorityAccount(halfLife), new Membership(), AccountState.NEVER),
                    new Layout<>(
                            "priority account",
                            1,
                            Snapshot.class,
                            CustomerAccount::snapshot,
                            (customer, kept) -> kept.customer(halfLife)),
                    PAGES);
        }

        boolean isPublished() {
            return published != AccountState.NEVER;
        }
    }
}
