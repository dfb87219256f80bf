package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.rules.balance.Allocation;
import io.fairstream.rules.balance.ChargeBy;
import io.fairstream.rules.balance.ProjectAccount;
import io.fairstream.rules.balance.TargetState;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.streams.state.Codecs;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about allocations into balances: an account for each project, with its apps. */
public final class ProjectStage extends Stage<Allocation, PublishedAccount<ProjectAccount>, Void> {
    private final ChargeBy chargeBy;
    private final Duration history;

    public ProjectStage(TopologyConfig accounting) {
        this.chargeBy = accounting.volunteers().chargeBy();
        this.history = accounting.times().history();
    }

    @Override
    public StateCodec<PublishedAccount<ProjectAccount>, Void> codec() {
        return Codecs.projects();
    }

    @Override
    protected String configuration() {
        return "rows 1, charged by " + chargeBy;
    }

    @Override
    protected String stateKey(String target) {
        return Allocation.project(target);
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<ProjectAccount>> state, Charge charge) {
        state.state().account().charge((WorkEntry.Done) charge.entry());
    }

    @Override
    protected @Nullable Refused apply(
            CacheEntry<PublishedAccount<ProjectAccount>> state, Allocation allocation, Cause cause) {
        return decide(state, allocation.target(), allocation, cause.sent());
    }

    @Override
    protected void withdraw(CacheEntry<PublishedAccount<ProjectAccount>> state, String target, long timestamp) {
        decide(state, target, null, timestamp);
    }

    private @Nullable Refused decide(
            CacheEntry<PublishedAccount<ProjectAccount>> state,
            String target,
            @Nullable Allocation allocation,
            long timestamp) {
        ProjectAccount account = state.state().account();
        String app = Allocation.app(target);
        boolean isTarget = target.equals(Allocation.target(state.key(), app));
        if (!isTarget || Objects.equals(allocation, account.allocation(app))) {
            out().tally().duplicate();
            return null;
        }
        Refused refused = null;
        if (allocation == null) {
            account.withdraw(app);
        } else {
            refused = account.allocate(allocation);
        }
        if (refused == null) {
            out().tally().applied();
            out().changed(state, timestamp);
        }
        return refused;
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<ProjectAccount>> state) {
        state.state().account().forget(history);
        write(state, state.timestamp());
    }

    @Override
    protected void renew(CacheEntry<PublishedAccount<ProjectAccount>> state) {
        write(state, out().wallClock());
    }

    private void write(CacheEntry<PublishedAccount<ProjectAccount>> state, long timestamp) {
        Map<String, TargetState> rows = new LinkedHashMap<>();
        for (TargetState row : state.state().account().standings(state.key(), chargeBy)) {
            rows.put(row.target(), row);
        }
        out().publish(Outputs.BALANCES, state.state(), rows, timestamp);
    }
}
