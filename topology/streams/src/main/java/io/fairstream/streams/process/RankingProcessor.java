package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.account.association.AssociationState;
import io.fairstream.rules.share.FairShareRow;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Share;
import io.fairstream.streams.state.RankedPath;
import io.fairstream.streams.state.WriteBackStore;
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
public final class RankingProcessor implements Processor<String, AssociationState, String, Object> {
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final Accounting accounting;
    private final String storeName;
    private final String sink;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<RankedPath, Void> store;
    private boolean isStale;
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
        isStale = true;
        isDue = accounting.rankingInterval().isZero();
        Duration interval =
                accounting.rankingInterval().compareTo(SHORTEST) < 0 ? SHORTEST : accounting.rankingInterval();
        context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, now -> isDue = true);
    }

    @Override
    public void process(Record<String, AssociationState> record) {
        Fit.usage(record.key(), record.value());
        WriteBackStore.CacheEntry<RankedPath> slot = store.slot(record.key());
        slot.state().stands(record.value());
        store.changed(slot, record.timestamp());
        isStale = true;
        store.flushIfFull();
    }

    private final class Flush implements WriteBackStore.Flush<RankedPath> {
        @Override
        public void publish(WriteBackStore.CacheEntry<RankedPath> slot) {
            // places follow from all of them
        }

        @Override
        public void finish() {
            if (isStale && isDue) {
                rank();
                isStale = false;
                isDue = accounting.rankingInterval().isZero();
            }
        }

        private void rank() {
            List<WriteBackStore.CacheEntry<RankedPath>> slots = new ArrayList<>();
            store.visit(null, Integer.MAX_VALUE, slots::add);
            List<AssociationState> standings = standings(slots);
            long at = standings.stream().mapToLong(AssociationState::asOf).max().orElse(0);
            FairShares.Places places = accounting.sharing().rank(standings, at);
            Map<String, Ranking.Place> ranked = places.ranking().byPath();
            Map<String, Share> shares = places.tree().byPath();
            for (WriteBackStore.CacheEntry<RankedPath> slot : slots) {
                show(slot, ranked.get(slot.key()), shares.get(slot.key()), at);
                if (slot.state().isNothing()) {
                    store.drop(slot, new Pages(), context.currentSystemTimeMs());
                }
            }
        }

        private List<AssociationState> standings(List<WriteBackStore.CacheEntry<RankedPath>> slots) {
            List<AssociationState> standings = new ArrayList<>(slots.size());
            for (WriteBackStore.CacheEntry<RankedPath> slot : slots) {
                AssociationState standing = slot.state().standing();
                if (standing != null) {
                    standings.add(standing);
                }
            }
            return standings;
        }

        private void show(
                WriteBackStore.CacheEntry<RankedPath> slot,
                Ranking.@Nullable Place place,
                @Nullable Share share,
                long at) {
            String policy = accounting.sharing().shares().policy().name();
            long timestamp = context.currentSystemTimeMs();
            if (place != null && share != null) {
                if (slot.state().publish(policy, place, share)) {
                    write(slot, FairShareRow.of(policy, place, share, at), timestamp);
                }
            } else if (slot.state().withdraw()) {
                write(slot, null, timestamp);
            }
        }

        private void write(WriteBackStore.CacheEntry<RankedPath> slot, @Nullable FairShareRow row, long timestamp) {
            context.forward(new Record<>(slot.key(), row, timestamp), sink);
            store.changed(slot, timestamp);
        }
    }
}
