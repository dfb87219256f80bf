package io.fairstream.rules.account;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an administrator may decide. */
public final class Edits {
    /** What can still be counted in milliseconds. */
    private static final double MOST_SECONDS = 1e300;

    private Edits() {}

    /** The refusal of an edit with an impossible value, or null if it is fine. */
    public static @Nullable Refused refusal(Entry edit) {
        if (edit instanceof Entry.Decide decide) {
            return refusal(decide);
        }
        if (edit instanceof Entry.SetPriority set) {
            return atLeast("priority", set.priority(), 0);
        }
        if (edit instanceof Entry.SetAccumulatedUsage set) {
            return between("weightedAccumulatedUsage", set.weightedSeconds(), 0, MOST_SECONDS);
        }
        if (edit instanceof Entry.SetBeginUsage set) {
            return since1970(set.beginUsage());
        }
        if (edit instanceof Entry.SetLastUsage set) {
            return since1970(set.lastUsage());
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
        return switch (decide.kind()) {
            case FACTOR -> atLeast("factor", decide.value(), 1);
            case CEILING -> ceiling(decide.value());
            case FLOOR -> atLeast("floor", decide.value(), 0);
        };
    }

    private static @Nullable Refused ceiling(double value) {
        return value == -1 ? null : refusalUnless(value >= 0, "ceiling", value, ">= 0.0, or -1 for none");
    }

    private static @Nullable Refused atLeast(String what, double value, double least) {
        return refusalUnless(value >= least, what, value, ">= " + least);
    }

    private static @Nullable Refused between(String what, double value, double least, double most) {
        return refusalUnless(value >= least && value <= most, what, value, least + " to " + most);
    }

    private static @Nullable Refused refusalUnless(boolean fine, String what, double value, String expected) {
        return fine && Double.isFinite(value)
                ? null
                : new Refused(
                        Reason.EDIT_IMPOSSIBLE, String.format("%s: %s (expected: finite, %s)", what, value, expected));
    }

    private static @Nullable Refused since1970(long at) {
        return at >= 0
                ? null
                : new Refused(Reason.EDIT_IMPOSSIBLE, "at: " + Instant.ofEpochMilli(at) + " (expected: 1970 or later)");
    }
}
