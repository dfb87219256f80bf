package io.fairstream.streams.usage;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.NoticeRow;
import io.fairstream.rules.usage.ProjectAccount;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.schemas.Topic;
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
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds charges and decisions about allocations into balances, with one account for each project and its apps. Decisions about paths are
 * checked and counted here, too, and applied by {@link BudgetStage}.
 */
public final class ProjectStage extends Stage<Allocation, PublishedAccount<ProjectAccount>, Void> {
    public static final Format<Allocation> ALLOCATION = new RecordFormat<>(Allocation.class, Topics.ALLOCATIONS);

    public static final Output<TargetState> BALANCES = new Output<>(
            Topics.BALANCES,
            UsageFormat.BALANCE,
            (key, row, partitions) -> Topic.partition(Allocation.project(key), partitions));

    static final Layout<PublishedAccount<ProjectAccount>, Snapshot> LAYOUT = new Layout<>(
            "project account",
            1,
            Snapshot.class,
            state -> new Snapshot(state.keys(), state.account()),
            (project, kept) -> new PublishedAccount<>(kept.targets, kept.keys));

    private static final int ROWS = 1;

    /** Thresholds that targets have reached, and may not have reached after all. */
    public static final Output<NoticeRow> NOTICES = Notices.NOTICES;

    private final ChargeUnit chargeUnit;
    private final Duration history;
    private final Notices notices = new Notices();

    public ProjectStage(TopologyConfig config) {
        this.chargeUnit = config.volunteers().chargeUnit();
        this.history = config.times().maxLateness();
    }

    private record Configuration(int rows, ChargeUnit chargeUnit) {}

    /** Project's account, and the targets that have rows in the table. */
    record Snapshot(Set<String> keys, ProjectAccount targets) {}

    /** Input of decisions about allocations, with their checks; those of a project and of its apps share a partition. */
    public static StageInput<Allocation> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.ALLOCATIONS,
                ALLOCATION,
                StageInput.Key.of("target", Allocation::target),
                (allocation, sent, newest) -> allocation.refusal(),
                null,
                new StageInput.Partitioning(config.partitions().accounts(), true, Allocation::project));
    }

    @Override
    public StateCodec<PublishedAccount<ProjectAccount>, Void> codec() {
        return new SnapshotCodec<>(() -> new PublishedAccount<>(new ProjectAccount()), LAYOUT, null);
    }

    @Override
    protected Maintenance<PublishedAccount<ProjectAccount>> maintenance() {
        return new Maintenance<PublishedAccount<ProjectAccount>>()
                .migrate(new Configuration(ROWS, chargeUnit), state -> write(state, out().wallClock()));
    }

    @Override
    protected void charge(CacheEntry<PublishedAccount<ProjectAccount>> state, Charge charge) {
        state.state().account().charge((HostUsageEntry.Done) charge.entry());
        notices.causedBy(state.key(), charge.cause());
    }

    @Override
    protected @Nullable Rejection apply(
            CacheEntry<PublishedAccount<ProjectAccount>> state, Allocation allocation, Cause cause) {
        Rejection refused = null;
        if (isOfProject(state, allocation.target(), allocation)) {
            refused = state.state().account().allocate(allocation);
            if (refused == null) {
                notices.causedBy(state.key(), cause);
                applied(state, cause.sent());
            }
        }
        return refused;
    }

    @Override
    protected void withdraw(CacheEntry<PublishedAccount<ProjectAccount>> state, String target, long timestamp) {
        if (isOfProject(state, target, null)) {
            state.state().account().withdraw(Allocation.app(target));
            applied(state, timestamp);
        }
    }

    /** Returns true if a decision changes an account here; one about a path is counted here, and applied by the other stage. */
    private boolean isOfProject(
            CacheEntry<PublishedAccount<ProjectAccount>> state, String target, @Nullable Allocation allocation) {
        String app = Allocation.app(target);
        boolean isPath = Allocation.isPath(target);
        boolean isTarget = !isPath && target.equals(Allocation.target(state.key(), app));
        if (isTarget && !Objects.equals(allocation, state.state().account().allocation(app))) {
            return true;
        }
        out().counts().count(isPath ? Effect.APPLIED : Effect.DUPLICATE);
        return false;
    }

    private void applied(CacheEntry<PublishedAccount<ProjectAccount>> state, long timestamp) {
        out().counts().count(Effect.APPLIED);
        out().changed(state, timestamp);
    }

    @Override
    protected void rows(CacheEntry<PublishedAccount<ProjectAccount>> state) {
        write(state, state.timestamp());
        state.state().account().forget(history);
    }

    private void write(CacheEntry<PublishedAccount<ProjectAccount>> state, long timestamp) {
        Map<String, TargetState> rows = new LinkedHashMap<>();
        for (TargetState row : state.state().account().states(state.key(), chargeUnit)) {
            rows.put(row.target(), row);
        }
        out().publish(BALANCES, state.state(), rows, timestamp);
        state.state().account().takeChanges(chargeUnit).forEach((app, changes) -> {
            TargetState target = Objects.requireNonNull(rows.get(Allocation.target(state.key(), app)));
            notices.write(out(), state.key(), target, changes, timestamp);
        });
        notices.forget(state.key());
    }
}
