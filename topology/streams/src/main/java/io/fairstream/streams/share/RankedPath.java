package io.fairstream.streams.share;

import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Ranking.Share;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State of a path in the ranking, with its last published place. Mutable; one owner. */
final class RankedPath {
    static final Layout<RankedPath, Snapshot> LAYOUT =
            new Layout<>("ranked path", 1, Snapshot.class, RankedPath::snapshot, RankedPath::of);

    /** Relative difference below which two usages count as equal; they are not more accurate. */
    private static final double SAME = 1e-9;

    private @Nullable AssociationState standing;
    private @Nullable Published published;
    private boolean isDirty;

    /**
     * Published values of a place.
     *
     * @param ofShares fraction of the shares of its level
     * @param ofUsage fraction of the usage of its level
     * @param usage usage at the time of the comparison, node-seconds
     */
    public record Published(
            String policy,
            double factor,
            double levelShare,
            int rank,
            int of,
            double ofShares,
            double ofUsage,
            double usage) {
        static Published of(String policy, Ranking.Place place, Share share) {
            return new Published(
                    policy,
                    place.factor(),
                    place.levelShare(),
                    place.rank(),
                    place.of(),
                    share.ofShares(),
                    share.ofUsage(),
                    share.usage());
        }

        private boolean isAbout(Published other) {
            return policy.equals(other.policy)
                    && rank == other.rank
                    && of == other.of
                    && same(factor, other.factor)
                    && same(levelShare, other.levelShare)
                    && same(ofShares, other.ofShares)
                    && same(ofUsage, other.ofUsage);
        }

        private static boolean same(double one, double other) {
            return one == other || Math.abs(one - other) <= SAME * Math.max(Math.abs(one), Math.abs(other));
        }
    }

    public RankedPath() {
        this(null, null, false);
    }

    /**
     * Restores a stored path.
     *
     * @param isDirty whether its state has changed since its place was published
     */
    public RankedPath(@Nullable AssociationState standing, @Nullable Published published, boolean isDirty) {
        this.standing = standing;
        this.published = published;
        this.isDirty = isDirty;
    }

    /** Complete stored state of a path without its name; see the constructor. */
    public record Snapshot(
            AssociationState.@Nullable Snapshot standing,
            @Nullable Published published,
            boolean isDirty) {}

    /** Restores a stored path. */
    public static RankedPath of(String path, Snapshot kept) {
        AssociationState standing = kept.standing == null ? null : AssociationState.of(path, kept.standing);
        return new RankedPath(standing, kept.published, kept.isDirty);
    }

    public Snapshot snapshot() {
        return new Snapshot(standing == null ? null : standing.snapshot(), published, isDirty);
    }

    public @Nullable AssociationState standing() {
        return standing;
    }

    public @Nullable Published published() {
        return published;
    }

    /** Replaces the path's state; null if it has been deleted. */
    public void stands(@Nullable AssociationState now) {
        isDirty |= !Objects.equals(standing, now);
        standing = now;
    }

    public boolean isDirty() {
        return isDirty;
    }

    /** Sets the place; false if it was already published, and the usage has changed by the passing of time only. */
    public boolean publish(String policy, Ranking.Place place, Share share) {
        Published now = Published.of(policy, place, share);
        boolean hasChanged = published == null
                || !now.isAbout(published)
                || (isDirty && !Published.same(now.usage(), published.usage()));
        if (hasChanged) {
            published = now;
        }
        isDirty = false;
        return hasChanged;
    }

    /** Removes the place; false if none was published. */
    public boolean withdraw() {
        boolean hasChanged = published != null;
        published = null;
        return hasChanged;
    }

    /** Returns true if there is nothing left to store. */
    public boolean isEmpty() {
        return standing == null && published == null;
    }
}
