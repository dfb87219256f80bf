package io.fairstream.cli.shares;

import io.fairstream.cli.shares.Change.Difference;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.rules.share.ShareNode;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Differences between decisions as lines. */
final class ChangeLines {
    private ChangeLines() {}

    /** Prints a line; {@code isTaken}: whether the topology is known to have it. */
    static void print(Difference difference, boolean json, boolean isTaken, PrintWriter out) {
        if (!json) {
            out.println(text(difference));
            return;
        }
        ShareNode after = difference.after();
        ShareNode before = difference.before();
        new JsonRow()
                .with("path", difference.path())
                .with("change", difference.kind())
                .with("kind", after == null ? null : after.kind())
                .with("shares", after == null ? null : after.shares())
                .with("active", after == null ? null : after.active())
                .with("useParent", isTrue(after != null && after.useParent()))
                .with("sharesBefore", before == null ? null : before.shares())
                .with("activeBefore", before == null ? null : before.active())
                .with("taken", isTaken)
                .print(out);
    }

    /** What is not so is left out. */
    private static @Nullable Boolean isTrue(boolean is) {
        return is ? Boolean.TRUE : null;
    }

    private static String text(Difference difference) {
        ShareNode before = difference.before();
        ShareNode after = difference.after();
        if (after == null) {
            return difference.path() + ": removed";
        }
        if (before == null) {
            String kind = after.kind() == ShareNode.Kind.BANK ? "bank" : "user";
            return difference.path() + ": added, a " + kind + " with " + shares(after);
        }
        return difference.path() + ": " + shares(after) + " (was " + shares(before) + ")";
    }

    private static String shares(ShareNode node) {
        return RawShares.of(node) + (node.active() ? "" : ", disabled");
    }
}
