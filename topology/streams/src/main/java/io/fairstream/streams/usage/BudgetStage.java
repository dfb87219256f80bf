package io.fairstream.streams.usage;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.BudgetAccount;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.streams.runtime.PublishedAccount;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Folds charges and decisions about allocations of paths into the balances of banks and of users in them, with one account for each path.
 * The stage of projects checks and counts the decisions; this one skips those that it refuses.
 */
public final class BudgetStage extends Stage<Allocation, PublishedAccount<BudgetAccount>, BudgetAccount.Page> {
    static final Layout<PublishedAccount<BudgetAccount>, Snapshot> LAYOUT = new Layout<>(
            "budget account",
            1,
            Snapshot.class,
            state -> new Snapshot(!state.keys().isEmpty(), state.account()),
            (target, kept) -> PublishedAccount.of(kept.isPublished, target, kept.account));
    static final Layout<BudgetAccount.Page, BudgetAccount.Page> PAGES =
            Layout.of("budget account", 1, BudgetAccount.Page.class);

    private final Notices notices = new Notices();

    record Snapshot(boolean isPublished, BudgetAccount account) {}

    @Override
    public StateCodec<PublishedAccount<BudgetAccount>, BudgetAccount.Page> codec() {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new BudgetAccount()), LAYOUT, PAGES);
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<BudgetAccount>> state, Charge charge) {
        BudgetSpent spent = (BudgetSpent) charge.entry();
        BudgetAccount account = state.state().account();
        while (!account.isInMemory(UtcDays.day(spent.from()))) {
            out().store().loadPage(state, account);
        }
        account.charge(spent);
        notices.causedBy(state.key(), charge.cause());
    }

    @Override
    protected @Nullable Rejection apply(
            CacheEntry<PublishedAccount<BudgetAccount>> state, Allocation allocation, Cause cause) {
        boolean isNamed = Allocation.isPath(state.key()) && allocation.target().equals(state.key());
        if (isNamed && allocation.refusal() == null && decide(state, allocation, cause.sent())) {
            notices.causedBy(state.key(), cause);
        }
        return null;
    }

    @Override
    protected void withdraw(CacheEntry<PublishedAccount<BudgetAccount>> state, String target, long timestamp) {
        decide(state, null, timestamp);
    }

    /** Applies a decision, and returns whether it changed the account. */
    private boolean decide(
            CacheEntry<PublishedAccount<BudgetAccount>> state, @Nullable Allocation allocation, long timestamp) {
        BudgetAccount account = state.state().account();
        if (Objects.equals(account.allocation(), allocation)) {
            return false;
        }
        while (!account.pages().isEmpty()) {
            out().store().loadPage(state, account);
        }
        account.allocate(allocation);
        out().changed(state, timestamp);
        return true;
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<BudgetAccount>> state) {
        BudgetAccount account = state.state().account();
        TargetState row = account.state(state.key());
        out().publish(
                        ProjectStage.BALANCES,
                        state.state(),
                        row == null ? Map.of() : Map.of(state.key(), row),
                        state.timestamp());
        if (row != null) {
            notices.write(out(), state.key(), row, account.takeChanges(), state.timestamp());
        }
        notices.forget(state.key());
        if (account.isEmpty()) {
            out().store().drop(state, account.pages(), state.timestamp());
        }
        out().store().evictPages(state, account);
    }
}
