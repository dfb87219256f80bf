package io.fairstream.query.shares;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.shares.Change.Difference;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Differences between decisions: a sentence each for people, a row each for programs. */
public final class ChangeReport {
    private ChangeReport() {}

    /** Returns the sentences and the rows; with {@code isTaken}, the topology is known to have applied them. */
    public static Document document(List<Difference> differences, boolean isTaken) {
        Document document = new Document();
        differences.forEach(difference -> document.say(text(difference)));
        return document.with(rows(differences, isTaken));
    }

    public static Report<Difference> rows(List<Difference> differences, boolean isTaken) {
        return new Columns<Difference>()
                .text("path", Difference::path)
                .text("change", Difference::kind)
                .text("kind", after(ShareNode::kind))
                .text("shares", after(ShareNode::shares))
                .text("active", after(ShareNode::active))
                .text("useParent", after(node -> node.useParent() ? true : null))
                .text("sharesBefore", of(Difference::before, ShareNode::shares))
                .text("activeBefore", of(Difference::before, ShareNode::active))
                .text("taken", difference -> isTaken)
                .report(differences)
                .forPrograms();
    }

    private static Function<Difference, @Nullable Object> after(Function<ShareNode, @Nullable Object> value) {
        return of(Difference::after, value);
    }

    private static Function<Difference, @Nullable Object> of(
            Function<Difference, @Nullable ShareNode> side, Function<ShareNode, @Nullable Object> value) {
        return difference -> {
            ShareNode node = side.apply(difference);
            return node == null ? null : value.apply(node);
        };
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
