package io.fairstream.streams.usage;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.SnapshotCodec;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.util.Map;

/** Folds charges into the accounting of users: an account for each. */
public final class UserAccountStage extends Stage<Void, PublishedAccount<UserAccount>, Void> {
    /** Table of the accounting of users. */
    public static final Output<UsageFormat.UserUsage> USER_ACCOUNTING =
            Output.of(Topics.USER_ACCOUNTING, new UsageFormat.OfUsers());

    private final HalfLife halfLife;

    public UserAccountStage(TopologyConfig accounting) {
        this.halfLife = accounting.sharing().terms().halfLife();
    }

    /** All there is to an account, to keep it. */
    record Snapshot(boolean isPublished, UserAccount.Snapshot account) {}

    static Layout<PublishedAccount<UserAccount>, Snapshot> layout(HalfLife halfLife) {
        return new Layout<>(
                "user account",
                1,
                Snapshot.class,
                state -> new Snapshot(!state.keys().isEmpty(), state.account().snapshot()),
                (user, kept) -> PublishedAccount.of(kept.isPublished, user, UserAccount.of(halfLife, kept.account)));
    }

    /** Codec of accounts. */
    public static StateCodec<PublishedAccount<UserAccount>, Void> codec(HalfLife halfLife) {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new UserAccount(halfLife)), layout(halfLife), null);
    }

    @Override
    public StateCodec<PublishedAccount<UserAccount>, Void> codec() {
        return codec(halfLife);
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<UserAccount>> state, Charge charge) {
        state.state().account().add((UsageEntry) charge.entry());
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<UserAccount>> state) {
        String user = state.key();
        UserAccount account = state.state().account();
        Map<String, UsageFormat.UserUsage> rows = account.exists()
                ? Map.of(user, new UsageFormat.UserUsage(user, account, halfLife.seconds()))
                : Map.of();
        out().publish(USER_ACCOUNTING, state.state(), rows, state.timestamp());
    }
}
