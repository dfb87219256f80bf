package io.fairstream.streams.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.share.AssociationState;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.errors.ErrorHandlers.UnfitRecordException;
import io.fairstream.streams.runtime.InstanceMetrics;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ranks all users in banks by their usage and shares. One task ranks all of them, since the ranking compares them with each other.
 *
 * <p>All usages are compared at the newest of their instants. The stage uses the records it has, so places depend on the table {@code
 * association-usage} only.
 */
public final class RankingStage extends Stage<AssociationState, RankingStage.RankedPath, Void> {
    public static final Output<FairShareRow> FAIR_SHARE = Output.of(Topics.FAIR_SHARE, FairShareRow.class);

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final int MAX_BANKS_WATCHED = 12;

    private final TopologyConfig config;
    private final Duration interval;
    private boolean isStale = true;
    private boolean isDue;

    public RankingStage(TopologyConfig config) {
        this.config = config;
        this.interval = config.rankingInterval();
        this.isDue = interval.isZero();
    }

    @Override
    public StateCodec<RankedPath, Void> codec() {
        return new SnapshotCodec<>(RankedPath::new, RankedPath.LAYOUT, null);
    }

    @Override
    protected Maintenance<RankedPath> maintenance() {
        out().every(interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval, () -> isDue = true);
        return new Maintenance<RankedPath>()
                .migrate(new Configuration(config.fairShare().compared().name()), this::migrate)
                .afterMigration(() -> isStale = true)
                .atCommit(this::rankIfDue);
    }

    /** All values that affect rows whose place stays the same. */
    private record Configuration(String compared) {}

    private void migrate(CacheEntry<RankedPath> path) {
        path.state().expectOtherUsage();
        out().changed(path, out().wallClock());
    }

    /** Ranks all paths, if the interval is over and any of them has changed. */
    private void rankIfDue() {
        if (isStale && isDue) {
            rank();
            isStale = false;
            isDue = interval.isZero();
        }
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<RankedPath> state, AssociationState row, Cause cause) {
        check(state.key(), row);
        update(state, row, cause.sent());
        return null;
    }

    @Override
    protected void withdraw(CacheEntry<RankedPath> state, String path, long timestamp) {
        update(state, null, timestamp);
    }

    private void update(CacheEntry<RankedPath> state, @Nullable AssociationState row, long timestamp) {
        state.state().update(row);
        out().changed(state, timestamp);
        isStale = true;
    }

    private void rank() {
        List<CacheEntry<RankedPath>> paths = new ArrayList<>();
        out().store().visit(null, Integer.MAX_VALUE, paths::add);
        List<AssociationState> states = paths.stream()
                .map(path -> path.state().state())
                .filter(Objects::nonNull)
                .toList();
        long at = states.stream().mapToLong(AssociationState::asOf).max().orElse(0);
        FairShares.Places places = config.fairShare().rank(states, at);
        Map<String, FairShareRow> ranked = places.ranking().byPath();
        watch(places.tree().root());
        for (CacheEntry<RankedPath> path : paths) {
            show(path, ranked.get(path.key()));
            if (path.state().isEmpty()) {
                out().store().drop(path, new Pages(), out().wallClock());
            }
        }
    }

    /** Publishes metrics of share and usage of the banks below the root, for those with the largest shares. */
    private void watch(@Nullable Share root) {
        Map<String, Double> owed = new HashMap<>();
        Map<String, Double> received = new HashMap<>();
        (root == null ? List.<Share>of() : root.held())
                .stream()
                        .filter(share -> !share.isUser())
                        .sorted(Comparator.comparingDouble(Share::ofShares).reversed())
                        .limit(MAX_BANKS_WATCHED)
                        .forEach(bank -> {
                            owed.put(bank.path(), bank.ofShares());
                            received.put(bank.path(), bank.ofUsage());
                        });
        out().metrics().show(InstanceMetrics.OWED, InstanceMetrics.BANK, owed);
        out().metrics().show(InstanceMetrics.RECEIVED, InstanceMetrics.BANK, received);
    }

    private void show(CacheEntry<RankedPath> path, @Nullable FairShareRow row) {
        boolean hasChanged =
                row == null ? path.state().withdraw() : path.state().publish(row, config.fairShare());
        if (hasChanged) {
            long timestamp = out().wallClock();
            out().write(FAIR_SHARE, path.key(), row, timestamp);
            out().changed(path, timestamp);
        }
    }

    /**
     * Checks that a row is valid. Another writer with access to this topic can charge anybody, but cannot stop the topology.
     *
     * @throws UnfitRecordException if the row is invalid
     */
    private static void check(String key, AssociationState row) {
        if (!key.equals(row.path())) {
            throw new UnfitRecordException(
                    "key of a usage: " + shown(key) + " (expected: the path, " + shown(row.path()) + ")");
        }
        double shares = row.shares() == null ? 0 : row.shares();
        Rejection refused = new ShareNode(row.path(), row.kind(), shares, row.active()).refusal();
        if (refused != null) {
            throw new UnfitRecordException(refused.detail());
        }
        number("smoothUsage", row.sums().smooth());
        number("weightInUse", row.sums().weight());
        number("rawUsage", row.rawUsage());
        if (row.asOf() > Bounds.LATEST) {
            throw new UnfitRecordException("asOf: " + row.asOf() + " (expected: before the year 10000)");
        }
    }

    private static void number(String what, double number) {
        if (!(Math.abs(number) <= Bounds.SUM)) {
            throw new UnfitRecordException(what + ": " + number + " (expected: at most " + Bounds.SUM + ")");
        }
    }

    private static String shown(@Nullable String text) {
        return text == null ? "null" : "\"" + Names.shown(text) + "\"";
    }

    /** State of a path in the ranking, with its last published row. Mutable; one owner. */
    static final class RankedPath {
        static final Layout<RankedPath, RankedPath> LAYOUT = Layout.of("ranked path", 1, RankedPath.class);

        private @Nullable AssociationState state;
        private @Nullable FairShareRow published;
        private boolean isDirty;

        public RankedPath() {
            this(null, null, false);
        }

        /** @param isDirty whether the state has changed since its row was published */
        public RankedPath(@Nullable AssociationState state, @Nullable FairShareRow published, boolean isDirty) {
            this.state = state;
            this.published = published;
            this.isDirty = isDirty;
        }

        public @Nullable AssociationState state() {
            return state;
        }

        public @Nullable FairShareRow published() {
            return published;
        }

        boolean isDirty() {
            return isDirty;
        }

        /** Replaces the path's state; null if it has been deleted. */
        public void update(@Nullable AssociationState now) {
            isDirty |= !Objects.equals(state, now);
            state = now;
        }

        /** Lets the usage of the next row count as changed by more than the passing of time. */
        void expectOtherUsage() {
            isDirty = true;
        }

        /** Sets the row; false if it was already published, and the usage has changed by the passing of time only. */
        public boolean publish(FairShareRow now, FairShareTerms fairShare) {
            boolean hasChanged = published == null
                    || !now.isSamePlace(published)
                    || (isDirty && !fairShare.isSameUsage(now, published));
            if (hasChanged) {
                published = now;
            }
            isDirty = false;
            return hasChanged;
        }

        /** Removes the row; false if none was published. */
        public boolean withdraw() {
            boolean hasChanged = published != null;
            published = null;
            return hasChanged;
        }

        /** Returns true if there is nothing left to store. */
        public boolean isEmpty() {
            return state == null && published == null;
        }
    }
}
