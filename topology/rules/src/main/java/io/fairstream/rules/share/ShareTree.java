package io.fairstream.rules.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.share.Ranking.Share;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tree of banks and users with the usage of each, at one instant. It has one root; a bank holds banks and users, which share on one level.
 *
 * <p>The level of a bank has its members; a bank with {@code useParent} among them is replaced by its own members.
 *
 * <p>The tree has only active nodes within active banks. A bank's usage is the sum over its users in the tree, so that the usage of a user
 * who left does not count against the others.
 *
 * @param root the root, or null if it is not active
 */
public record ShareTree(@Nullable Share root, int users) {

    /** Builds the tree of valid nodes, sorted by path so that banks come before their members. */
    static ShareTree ofValid(List<ShareNode> sorted, Map<String, Double> usages) {
        List<Sprout> sprouts = new ArrayList<>(sorted.size());
        Map<String, Sprout> banks = new HashMap<>();
        int users = 0;
        for (ShareNode node : sorted) {
            String around = node.parent();
            Sprout parent = around == null ? null : banks.get(around);
            if (node.active() && (around == null || parent != null)) {
                Sprout sprout = new Sprout(node, parent);
                sprouts.add(sprout);
                if (node.kind() == ShareNode.Kind.USER) {
                    sprout.usage = usages.getOrDefault(node.path(), 0.0);
                    users++;
                } else {
                    banks.put(node.path(), sprout);
                }
            }
        }
        for (int i = sprouts.size() - 1; i > 0; i--) {
            sprouts.get(i).addToParent();
        }
        return new ShareTree(sprouts.isEmpty() ? null : sprouts.get(0).grown(1, 1), users);
    }

    /** Returns all banks and users of the tree by path. */
    public Map<String, Share> byPath() {
        Map<String, Share> byPath = new HashMap<>();
        if (root != null) {
            add(root, byPath);
        }
        return byPath;
    }

    private static void add(Share share, Map<String, Share> byPath) {
        byPath.put(share.path(), share);
        share.held().forEach(held -> add(held, byPath));
    }

    /** A node under construction, whose siblings are not all known yet. */
    private static final class Sprout {
        private final ShareNode node;
        private final @Nullable Sprout parent;
        /** The bank whose level the node belongs to. */
        private final @Nullable Sprout around;

        private final List<Sprout> held = new ArrayList<>();
        private double usage;
        private double sharesHeld;

        Sprout(ShareNode node, @Nullable Sprout parent) {
            this.node = node;
            this.parent = parent;
            this.around = parent != null && parent.node.useParent() ? parent.around : parent;
            if (around != null) {
                around.held.add(this);
            }
        }

        void addToParent() {
            if (parent != null) {
                parent.usage += usage;
            }
            if (around != null && !node.useParent()) {
                around.sharesHeld += node.shares();
            }
        }

        Share grown(double ofShares, double ofUsage) {
            List<Share> grown = new ArrayList<>(held.size());
            for (Sprout sprout : held) {
                double shares = sprout.node.useParent() ? ofShares : part(sprout.node.shares(), sharesHeld);
                grown.add(sprout.grown(shares, part(sprout.usage, usage)));
            }
            return new Share(node.path(), node.kind(), node.useParent(), ofShares, usage, ofUsage, List.copyOf(grown));
        }

        private static double part(double one, double all) {
            return one == 0 ? 0 : one / all;
        }
    }

    /**
     * A decision about the shares of a bank or a user within the bank above it.
     *
     * @param path names from the root down, separated by slashes: {@code root/physics/alice}
     * @param shares weight among its siblings, 0 to {@link Bounds#SHARES}; 0 means no claim
     * @param active whether the node and its members take part; inactive nodes have no rank, and their usage does not count
     * @param useParent Slurm's {@code Fairshare=parent}: it has no shares of its own, and {@code shares} is ignored. A user has the share
     *     of its bank; the members of a bank share with that bank's siblings, as if the bank did not exist
     */
    public record ShareNode(String path, Kind kind, double shares, boolean active, boolean useParent) {
        public ShareNode(String path, Kind kind, double shares, boolean active) {
            this(path, kind, shares, active, false);
        }

        public enum Kind {
            BANK,
            USER
        }

        public @Nullable Rejection refusal() {
            Rejection refused = Names.refusalOfPath("path", path);
            if (refused != null) {
                return refused;
            }
            Rejection tooMany = Bounds.refusal("shares", shares, 0, Bounds.SHARES);
            if (tooMany != null) {
                return tooMany;
            }
            if (parent() != null) {
                return null;
            }
            if (kind == Kind.USER) {
                return new Rejection(
                        Reason.NAME_EMPTY, "path: \"" + Names.shown(path) + "\" (expected: a user within a bank)");
            }
            return useParent
                    ? new Rejection(
                            Reason.NUMBER_IMPOSSIBLE, "useParent: true (expected: false, the root has no parent)")
                    : null;
        }

        /** Path of the bank above the node, or null for the root. */
        @Nullable
        String parent() {
            int slash = path.lastIndexOf('/');
            return slash < 0 ? null : path.substring(0, slash);
        }
    }

    /** Checks which nodes fit into one tree; nodes must be added by path, so that banks come before their members. */
    public static final class TreeCheck {
        /** Maximum usage; a hundred thousand of these can be added up without overflow. */
        private static final double MAX_USAGE = 1e300;

        private final List<ShareNode> nodes = new ArrayList<>();
        private final Map<String, ShareNode> byPath = new HashMap<>();
        private @Nullable String root;

        /** The valid nodes, by path. */
        List<ShareNode> nodes() {
            return Collections.unmodifiableList(nodes);
        }

        public boolean hasRoot() {
            return !nodes.isEmpty();
        }

        /**
         * Prefers this node as the root, if it is valid, whatever node is added first; of several preferred nodes the first counts. Call it
         * before nodes are added.
         */
        public void prefer(ShareNode node) {
            if (root == null && node.parent() == null && node.refusal() == null) {
                root = node.path();
            }
        }

        /** Adds a node, or returns the problem: the value, the expected value, and the path. */
        public @Nullable String add(ShareNode node, double usage) {
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
            Rejection refused = node.refusal();
            if (refused != null) {
                return refused.detail();
            }
            if (byPath.containsKey(node.path())) {
                return "path: twice (expected: once)";
            }
            if (node.kind() == ShareNode.Kind.USER && !(usage >= 0 && usage <= MAX_USAGE)) {
                return "usage: " + usage + " (expected: 0 to " + MAX_USAGE + ")";
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
}
