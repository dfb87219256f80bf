package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.account.association.AssociationStanding;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Share;
import io.fairstream.streams.state.RankedPath;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.FairShareRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Ranks all users in banks against each other, from where they stand. One task does it: who is served first is a question about
 * all.
 *
 * <p>All usages are compared at the newest instant that any of them knows of. It works with the records it has; so the places
 * follow from the table {@code association-usage} alone.
 */
public final class RankingProcessor implements Processor<String, AssociationStanding, String, Object> {
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final Accounting accounting;
    private final String storeName;
    private final String sink;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<RankedPath, Void> store;
    private boolean isOff;
    private boolean isDue;

    /**
     * @param sink the node of the table
     */
    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public RankingProcessor(Accounting accounting, String storeName, String sink) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sink = sink;
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        store.onFlush(context, new Flush());
        isOff = true;
        isDue = accounting.rankingInterval().isZero();
        Duration interval =
                accounting.rankingInterval().compareTo(SHORTEST) < 0 ? SHORTEST : accounting.rankingInterval();
        context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, now -> isDue = true);
    }

    @Override
    public void process(Record<String, AssociationStanding> record) {
        Fit.usage(record.key(), record.value());
        WriteBackStore.Slot<RankedPath> slot = store.slot(record.key());
        slot.state().stands(record.value());
        store.changed(slot, record.timestamp());
        isOff = true;
        store.spare();
    }

    private final class Flush implements WriteBackStore.Flush<RankedPath> {
        @Override
        public void publish(WriteBackStore.Slot<RankedPath> slot) {
            // places follow from all of them
        }

        @Override
        public void finish() {
            if (isOff && isDue) {
                rank();
                isOff = false;
                isDue = accounting.rankingInterval().isZero();
            }
        }

        private void rank() {
            List<WriteBackStore.Slot<RankedPath>> slots = new ArrayList<>();
            store.visit(null, Integer.MAX_VALUE, slots::add);
            List<AssociationStanding> standings = standings(slots);
            long at = standings.stream()
                    .mapToLong(AssociationStanding::asOf)
                    .max()
                    .orElse(0);
            FairShares.Places places = accounting.sharing().rank(standings, at);
            Map<String, Ranking.Place> ranked = places.ranking().byPath();
            Map<String, Share> shares = places.tree().byPath();
            for (WriteBackStore.Slot<RankedPath> slot : slots) {
                show(slot, ranked.get(slot.key()), shares.get(slot.key()), at);
                if (slot.state().isNothing()) {
                    store.drop(slot, new Pages(), context.currentSystemTimeMs());
                }
            }
        }

        private List<AssociationStanding> standings(List<WriteBackStore.Slot<RankedPath>> slots) {
            List<AssociationStanding> standings = new ArrayList<>(slots.size());
            for (WriteBackStore.Slot<RankedPath> slot : slots) {
                AssociationStanding standing = slot.state().standing();
                if (standing != null) {
                    standings.add(standing);
                }
            }
            return standings;
        }

        private void show(
                WriteBackStore.Slot<RankedPath> slot, Ranking.@Nullable Place place, @Nullable Share share, long at) {
            String policy = accounting.sharing().shares().policy().name();
            long timestamp = context.currentSystemTimeMs();
            if (place != null && share != null) {
                if (slot.state().publish(policy, place, share)) {
                    write(slot, new FairShareRow(policy, place, share, at), timestamp);
                }
            } else if (slot.state().withdraw()) {
                write(slot, null, timestamp);
            }
        }

        private void write(WriteBackStore.Slot<RankedPath> slot, @Nullable FairShareRow row, long timestamp) {
            context.forward(new Record<>(slot.key(), row, timestamp), sink);
            store.changed(slot, timestamp);
        }
    }
}
