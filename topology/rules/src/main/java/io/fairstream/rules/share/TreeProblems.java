package io.fairstream.rules.share;

import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why nodes are no tree. */
final class TreeProblems {
    private final Map<String, ShareNode> nodes = new HashMap<>();
    private final Map<String, ShareNode> firstHeld = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable String root;

    private TreeProblems() {}

    /**
     * All there are, none if the nodes are a tree.
     *
     * @param sorted the nodes by path, so that banks come before what they hold
     */
    static List<String> of(List<ShareNode> sorted, Map<String, Double> usages) {
        TreeProblems problems = new TreeProblems();
        for (ShareNode node : sorted) {
            problems.check(node);
            problems.check(node, usages.getOrDefault(node.path(), 0.0));
        }
        if (problems.root == null) {
            problems.problems.add("root: none (expected: one bank without a slash in its path)");
        }
        return problems.problems;
    }

    private void check(ShareNode node) {
        Refused refused = node.refusal();
        String parent = node.parent();
        if (refused != null) {
            add(refused.detail(), node);
        } else if (nodes.put(node.path(), node) != null) {
            add("path: twice (expected: once)", node);
        } else if (parent == null) {
            checkRoot(node);
        } else {
            checkParent(node, parent);
        }
    }

    private void checkRoot(ShareNode node) {
        if (root != null) {
            add("root: a second one (expected: only " + Names.shown(root) + ")", node);
        } else {
            root = node.path();
        }
    }

    private void checkParent(ShareNode node, String parent) {
        ShareNode bank = nodes.get(parent);
        ShareNode sibling = firstHeld.putIfAbsent(parent, node);
        if (bank == null) {
            add("bank: none of the path " + parent + " (expected: a bank around every node)", node);
        } else if (bank.kind() != ShareNode.Kind.BANK) {
            add("bank: " + parent + " is a user (expected: a bank around every node)", node);
        } else if (sibling != null && sibling.kind() != node.kind()) {
            add(
                    String.format(
                            "kind: %s beside %s, a %s (expected: a bank holds banks or users, not both)",
                            node.kind(), sibling.path(), sibling.kind()),
                    node);
        }
    }

    private void check(ShareNode node, double usage) {
        if (node.kind() == ShareNode.Kind.USER && !(usage >= 0 && usage <= ShareNode.MOST)) {
            add("usage: " + usage + " (expected: 0 to " + ShareNode.MOST + ")", node);
        }
    }

    private void add(String problem, ShareNode node) {
        problems.add(problem + ", " + node.path());
    }
}
