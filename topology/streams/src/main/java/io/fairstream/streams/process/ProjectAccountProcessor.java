package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.ProjectAccount;
import io.fairstream.rules.account.balance.TargetCharge;
import io.fairstream.rules.account.balance.TargetStanding;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.PublishedAccount;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.AllocationWire;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.Plain;
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

    /** The project of a target, which ends at the first slash. */
    public static String project(String target) {
        int slash = target.indexOf('/');
        return slash < 0 ? target : target.substring(0, slash);
    }

    private static String app(String target) {
        return target.substring(Math.min(target.length(), project(target).length() + 1));
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(Topics.ALLOCATIONS),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        renewal = new Renewal<>(
                store, "rows 1, charged by " + accounting.volunteers().chargeBy(), outcomes.isFirst());
        renewal.schedule(context);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, Object> record) {
        if (record.value() instanceof TargetCharge charge) {
            WriteBackStore.Slot<PublishedAccount<ProjectAccount>> slot = store.slot(record.key());
            slot.state().account().charge(charge);
            store.changed(slot, record.timestamp());
        } else {
            decide(record, (Allocation) record.value());
        }
        store.spare();
    }

    private void decide(Record<String, Object> record, @Nullable Allocation allocation) {
        Origin origin = inputs.origin(context, record.headers());
        String target = allocation == null ? record.key() : allocation.target();
        Refused refused = inputs.refusal(record.key(), "target", target, origin);
        if (refused == null && allocation != null) {
            refused = allocation.refusal();
        }
        if (refused == null) {
            refused = decide(record.key(), allocation, record.timestamp());
        }
        if (refused != null) {
            String original = allocation == null ? "" : Plain.json(new AllocationWire(), allocation);
            outcomes.reject(record, origin, null, refused, original);
        }
    }

    private @Nullable Refused decide(String target, @Nullable Allocation allocation, long timestamp) {
        WriteBackStore.Slot<PublishedAccount<ProjectAccount>> slot = store.slot(project(target));
        ProjectAccount account = slot.state().account();
        String app = app(target);
        if (Objects.equals(allocation, account.allocation(app))) {
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
        public void publish(WriteBackStore.Slot<PublishedAccount<ProjectAccount>> slot) {
            slot.state().account().forget(accounting.times().history());
            List<TargetStanding> standings = slot.state()
                    .account()
                    .standings(slot.key(), accounting.volunteers().chargeBy());
            Set<String> targets =
                    standings.stream().map(TargetStanding::target).collect(Collectors.toUnmodifiableSet());
            for (String gone : slot.state().publish(targets)) {
                context.forward(new Record<>(gone, null, slot.timestamp()), sinks.balances());
            }
            for (TargetStanding standing : standings) {
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
