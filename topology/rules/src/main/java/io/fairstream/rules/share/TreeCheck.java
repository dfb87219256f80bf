package io.fairstream.rules.share;

import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells which nodes can stand in one tree, taking them by path, so that banks come before what they hold. */
final class TreeCheck {
    /** What can still be added up a hundred thousand times. */
    private static final double MOST_USAGE = 1e300;

    private final List<ShareNode> nodes = new ArrayList<>();
    private final Map<String, ShareNode> byPath = new HashMap<>();
    private final Map<String, ShareNode> firstHeld = new HashMap<>();
    private @Nullable String root;

    /** What can stand in the tree, by path. */
    List<ShareNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** Whether there is a root. */
    boolean hasRoot() {
        return !nodes.isEmpty();
    }

    /** This node's kind is that of its siblings, and it is the root if it can be, whichever node is added first. Call it before any is added. */
    void prefer(ShareNode node) {
        String parent = node.parent();
        if (node.refusal() == null) {
            if (parent != null) {
                firstHeld.putIfAbsent(parent, node);
            } else if (root == null) {
                root = node.path();
            }
        }
    }

    /** Adds a node, or says why that cannot be: the value, what was expected, and the path. */
    @Nullable
    String add(ShareNode node, double usage) {
        String problem = problem(node, usage);
        if (problem != null) {
            boolean isName = Names.refusal("path", node.path()) == null;
            return problem + ", " + (isName ? node.path() : Names.shown(node.path()));
        }
        byPath.put(node.path(), node);
        nodes.add(node);
        return null;
    }

    private @Nullable String problem(ShareNode node, double usage) {
        Refused refused = node.refusal();
        if (refused != null) {
            return refused.detail();
        }
        if (byPath.containsKey(node.path())) {
            return "path: twice (expected: once)";
        }
        if (node.kind() == ShareNode.Kind.USER && !(usage >= 0 && usage <= MOST_USAGE)) {
            return "usage: " + usage + " (expected: 0 to " + MOST_USAGE + ")";
        }
        String parent = node.parent();
        return parent == null ? problemOfRoot(node) : problemWithin(parent, node);
    }

    private @Nullable String problemOfRoot(ShareNode node) {
        if (root != null && !root.equals(node.path())) {
            return "root: a second one (expected: only " + root + ")";
        }
        root = node.path();
        return null;
    }

    private @Nullable String problemWithin(String parent, ShareNode node) {
        ShareNode bank = byPath.get(parent);
        if (bank == null) {
            return "bank: none of the path " + parent + " (expected: a bank around every node)";
        }
        if (bank.kind() != ShareNode.Kind.BANK) {
            return "bank: " + parent + " is a user (expected: a bank around every node)";
        }
        ShareNode sibling = firstHeld.putIfAbsent(parent, node);
        return sibling == null || sibling.kind() == node.kind()
                ? null
                : String.format(
                        "kind: %s beside %s, a %s (expected: a bank holds banks or users, not both)",
                        node.kind(), sibling.path(), sibling.kind());
    }
}
