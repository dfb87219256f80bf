package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.ProjectAccount;
import io.fairstream.rules.account.balance.TargetState;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.WorkEntry;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Formats;
import io.fairstream.streams.wire.Origin;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Folds charges and decisions about allocations into balances: an account for each project, with its apps. */
public final class ProjectAccountProcessor implements Processor<String, Object, String, Object> {
    /** The nodes to which results go. */
    public record Sinks(String balances, String rejections, String tallies) {}

    private static final DecisionKind<Allocation> ALLOCATIONS = new DecisionKind<>(
            Topics.ALLOCATIONS, "target", Allocation::target, Allocation::refusal, Formats.ALLOCATION);

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<PublishedAccount<ProjectAccount>, Void> store;
    private Outcomes outcomes;
    private Renewal<PublishedAccount<ProjectAccount>> renewal;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public ProjectAccountProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sinks = sinks;
        this.inputs = new Inputs(accounting.partitions().accounts(), true);
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(ALLOCATIONS.topic()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        renewal = new Renewal<>(
                store, "rows 1, charged by " + accounting.volunteers().chargeBy(), outcomes.isFirst());
        renewal.schedule(context);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, Object> record) {
        if (record.value() instanceof Charge charge) {
            WriteBackStore.CacheEntry<PublishedAccount<ProjectAccount>> slot = store.slot(record.key());
            slot.state().account().charge((WorkEntry.Done) charge.entry());
            store.changed(slot, record.timestamp());
        } else {
            decide(record, (Allocation) record.value());
        }
        store.flushIfFull();
    }

    private void decide(Record<String, Object> record, @Nullable Allocation allocation) {
        Origin origin = inputs.origin(context, record.headers());
        Refused refused = ALLOCATIONS.refusal(inputs, record.key(), allocation, origin);
        if (refused == null) {
            refused = decide(record.key(), allocation, record.timestamp());
        }
        if (refused != null) {
            outcomes.reject(record, origin, null, refused, ALLOCATIONS.original(allocation));
        }
    }

    private @Nullable Refused decide(String target, @Nullable Allocation allocation, long timestamp) {
        WriteBackStore.CacheEntry<PublishedAccount<ProjectAccount>> slot = store.slot(Allocation.project(target));
        ProjectAccount account = slot.state().account();
        String app = Allocation.app(target);
        boolean isTarget = target.equals(Allocation.target(Allocation.project(target), app));
        if (!isTarget || Objects.equals(allocation, account.allocation(app))) {
            outcomes.tally().duplicate();
            return null;
        }
        Refused refused = null;
        if (allocation == null) {
            account.withdraw(app);
        } else {
            refused = account.allocate(allocation);
        }
        if (refused == null) {
            outcomes.tally().applied();
            store.changed(slot, timestamp);
        }
        return refused;
    }

    private final class Flush implements WriteBackStore.Flush<PublishedAccount<ProjectAccount>> {
        @Override
        public void publish(WriteBackStore.CacheEntry<PublishedAccount<ProjectAccount>> slot) {
            slot.state().account().forget(accounting.times().history());
            List<TargetState> standings = slot.state()
                    .account()
                    .standings(slot.key(), accounting.volunteers().chargeBy());
            Set<String> targets = standings.stream().map(TargetState::target).collect(Collectors.toUnmodifiableSet());
            for (String gone : slot.state().publish(targets)) {
                context.forward(new Record<>(gone, null, slot.timestamp()), sinks.balances());
            }
            for (TargetState standing : standings) {
                context.forward(new Record<>(standing.target(), standing, slot.timestamp()), sinks.balances());
            }
        }

        @Override
        public void finish() {
            renewal.next(this::publish, () -> {});
            outcomes.finish();
        }
    }
}
