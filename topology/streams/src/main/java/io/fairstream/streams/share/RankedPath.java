package io.fairstream.streams.share;

import io.fairstream.rules.share.AssociationState;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State of a path in the ranking, with its last published row. Mutable; one owner. */
final class RankedPath {
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
    public boolean publish(FairShareRow now, AssociationState.Sharing sharing) {
        boolean hasChanged =
                published == null || !now.isSamePlace(published) || (isDirty && !sharing.isSameUsage(now, published));
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
