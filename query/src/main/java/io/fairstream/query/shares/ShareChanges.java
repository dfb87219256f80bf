package io.fairstream.query.shares;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.shares.Change.Difference;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.TreeCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes of shares: their problems, and their output. */
public final class ShareChanges {
    private ShareChanges() {}

    /** Returns the reasons why the result is not a valid tree, without problems that existed before the change. */
    public static List<String> problems(Change<ShareNode> change) {
        List<String> problems = new ArrayList<>(problems(change.after().values()));
        problems.removeAll(problems(change.before().values()));
        return problems;
    }

    /** Returns the reasons why the nodes are not a valid tree; an empty set is valid. */
    public static List<String> problems(Collection<ShareNode> nodes) {
        TreeCheck check = new TreeCheck();
        List<String> problems = new ArrayList<>();
        nodes.stream().sorted(Comparator.comparing(ShareNode::path)).forEach(node -> {
            String problem = check.add(node, 0);
            if (problem != null) {
                problems.add(problem);
            }
        });
        if (!nodes.isEmpty() && !check.hasRoot()) {
            problems.add("root: none (expected: one bank without a slash in its path)");
        }
        return problems;
    }

    /**
     * Returns the differences, a sentence each for people and a row each for programs.
     *
     * @param isTaken whether the topology is known to have applied them
     */
    public static Document document(List<Difference<ShareNode>> differences, boolean isTaken) {
        Document document = new Document();
        differences.forEach(difference -> document.say(sentence(difference)));
        return document.with(rows(differences, isTaken));
    }

    /** Returns the differences as rows for programs. */
    public static Report<Difference<ShareNode>> rows(List<Difference<ShareNode>> differences, boolean isTaken) {
        return new Columns<Difference<ShareNode>>()
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

    private static Function<Difference<ShareNode>, @Nullable Object> after(
            Function<ShareNode, @Nullable Object> value) {
        return of(Difference::after, value);
    }

    private static Function<Difference<ShareNode>, @Nullable Object> of(
            Function<Difference<ShareNode>, @Nullable ShareNode> side, Function<ShareNode, @Nullable Object> value) {
        return difference -> {
            ShareNode node = side.apply(difference);
            return node == null ? null : value.apply(node);
        };
    }

    private static String sentence(Difference<ShareNode> difference) {
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
