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
    /** Maximum usage, which can still be added up a hundred thousand times. */
    private static final double MOST_USAGE = 1e300;

    private final List<ShareNode> nodes = new ArrayList<>();
    private final Map<String, ShareNode> byPath = new HashMap<>();
    private @Nullable String root;

    /** Nodes that can be in the tree, by path. */
    List<ShareNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** True if there is a root. */
    boolean hasRoot() {
        return !nodes.isEmpty();
    }

    /** This node is the root if it can be, whichever is added first; of several preferred ones the first. Call it before any is added. */
    void prefer(ShareNode node) {
        if (root == null && node.parent() == null && node.refusal() == null) {
            root = node.path();
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
        return parent == null ? problemOfRoot(node) : problemWithin(parent);
    }

    private @Nullable String problemOfRoot(ShareNode node) {
        if (root != null && !root.equals(node.path())) {
            return "root: a second one (expected: only " + root + ")";
        }
        root = node.path();
        return null;
    }

    private @Nullable String problemWithin(String parent) {
        ShareNode bank = byPath.get(parent);
        if (bank == null) {
            return "bank: none of the path " + parent + " (expected: a bank around every node)";
        }
        return bank.kind() == ShareNode.Kind.BANK
                ? null
                : "bank: " + parent + " is a user (expected: a bank around every node)";
    }
}
