package io.fairstream.rules.account;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an administrator may decide. */
public final class Edits {
    private Edits() {}

    /** The refusal of an edit with an impossible value, or null if it is fine. */
    public static @Nullable Refused refusal(Entry edit) {
        if (edit instanceof Entry.Decide decide) {
            return refusal(decide);
        }
        if (edit instanceof Entry.SetPriority set) {
            return outside("priority", set.priority(), 0, Bounds.WEIGHT_IN_USE);
        }
        if (edit instanceof Entry.SetAccumulatedUsage set) {
            return outside("weightedAccumulatedUsage", set.weightedSeconds(), 0, Bounds.USAGE_SECONDS);
        }
        if (edit instanceof Entry.SetBeginUsage set) {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", set.beginUsage());
        }
        if (edit instanceof Entry.SetLastUsage set) {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", set.lastUsage());
        }
        return null;
    }

    private static @Nullable Refused refusal(Entry.Decide decide) {
        if (decide.until() <= decide.at()) {
            return new Refused(
                    Reason.EDIT_IMPOSSIBLE,
                    String.format(
                            "until: %s (expected: after at, %s)",
                            Instant.ofEpochMilli(decide.until()), Instant.ofEpochMilli(decide.at())));
        }
        if (decide.until() != Decision.FOR_GOOD && decide.until() > Bounds.LATEST) {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "until", decide.until());
        }
        return switch (decide.kind()) {
            case FACTOR -> outside("factor", decide.value(), 1, Bounds.FACTOR);
            case CEILING -> ceiling(decide.value());
            case FLOOR -> outside("floor", decide.value(), 0, Bounds.WEIGHT_IN_USE);
        };
    }

    private static @Nullable Refused ceiling(double value) {
        return value == -1 || (value >= 0 && value <= Bounds.WEIGHT_IN_USE)
                ? null
                : new Refused(Reason.EDIT_IMPOSSIBLE, "ceiling: " + value + " (expected: 0 to 1e15, or -1 for none)");
    }

    private static @Nullable Refused outside(String what, double value, double least, double most) {
        return Bounds.refusal(Reason.EDIT_IMPOSSIBLE, what, value, least, most);
    }
}
