package io.fairstream.rules.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import org.jspecify.annotations.Nullable;

/**
 * A decision: a bank or a user has so many shares of what the bank around it has.
 *
 * @param path names from the root down, separated by slashes: {@code root/physics/alice}
 * @param shares weight among its siblings, 0 to {@link Bounds#SHARES}; 0 is owed nothing
 * @param active whether it and what it holds take part; who does not has no rank, and what was used does not count
 * @param useParent Slurm's {@code Fairshare=parent}: it has no shares of its own, whatever {@code shares} says. A user is owed
 *     what its bank is; what a bank holds shares with that bank's siblings, as if the bank were not there
 */
public record ShareNode(String path, Kind kind, double shares, boolean active, boolean useParent) {
    /** A decision with shares of its own. */
    public ShareNode(String path, Kind kind, double shares, boolean active) {
        this(path, kind, shares, active, false);
    }

    /** Kind of a node. */
    public enum Kind {
        BANK,
        USER
    }

    /** The refusal of this node for what it says itself, or null if it is fine. */
    public @Nullable Refused refusal() {
        Refused refused = Names.refusalOfPath("path", path);
        if (refused != null) {
            return refused;
        }
        Refused tooMany = Bounds.refusal("shares", (Double) shares, 0, Bounds.SHARES);
        if (tooMany != null) {
            return tooMany;
        }
        if (parent() != null) {
            return null;
        }
        if (kind == Kind.USER) {
            return new Refused(
                    Reason.NAME_EMPTY, "path: \"" + Names.shown(path) + "\" (expected: a user within a bank)");
        }
        return useParent
                ? new Refused(Reason.NUMBER_IMPOSSIBLE, "useParent: true (expected: false, the root has no parent)")
                : null;
    }

    /** The path of the bank around it, or null for the root. */
    @Nullable
    String parent() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? null : path.substring(0, slash);
    }
}
