package io.fairstream.streams.stage;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.UsageEntry;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import io.fairstream.streams.wire.UsageFormat;
import java.util.Map;

/** Folds charges into the accounting of users: an account for each. */
public final class UserAccountStage extends Stage<Void, PublishedAccount<UserAccount>, Void> {
    private final HalfLife halfLife;

    public UserAccountStage(TopologyConfig accounting) {
        this.halfLife = accounting.sharing().terms().halfLife();
    }

    @Override
    public StateCodec<PublishedAccount<UserAccount>, Void> codec() {
        return Codecs.users(halfLife);
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
        out().publish(Outputs.USER_ACCOUNTING, state.state(), rows, state.timestamp());
    }
}
