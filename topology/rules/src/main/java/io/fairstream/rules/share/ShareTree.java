package io.fairstream.rules.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
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
 * @param users number of users
 * @param asOf the instant of all usages, milliseconds since 1970
 */
public record ShareTree(@Nullable Share root, int users, long asOf) {
    /** Builds the tree of valid nodes, sorted by path so that banks come before their members. */
    static ShareTree ofValid(List<ShareNode> sorted, Map<String, Double> usages, long asOf) {
        List<Share> shares = new ArrayList<>(sorted.size());
        Map<String, Share> banks = new HashMap<>();
        int users = 0;
        for (ShareNode node : sorted) {
            String around = node.parent();
            Share parent = around == null ? null : banks.get(around);
            if (node.active() && (around == null || parent != null)) {
                Share share = new Share(node, parent);
                shares.add(share);
                if (share.isUser()) {
                    share.usage = usages.getOrDefault(node.path(), 0.0);
                    users++;
                } else {
                    banks.put(node.path(), share);
                }
            }
        }
        for (int i = shares.size() - 1; i > 0; i--) {
            shares.get(i).addToParent();
        }
        shares.forEach(Share::setFractions);
        return new ShareTree(shares.isEmpty() ? null : shares.get(0), users, asOf);
    }

    /** An active bank or user at its position in the tree. Its sums and fractions are set while the tree is built, and final then. */
    public static final class Share {
        private final ShareNode node;
        private final @Nullable Share parent;
        /** The bank whose level the node belongs to. */
        private final @Nullable Share around;

        private final List<Share> held = new ArrayList<>();
        private double usage;
        private double sharesHeld;
        private double ofShares = 1;
        private double ofUsage = 1;

        private Share(ShareNode node, @Nullable Share parent) {
            this.node = node;
            this.parent = parent;
            this.around = parent != null && parent.useParent() ? parent.around : parent;
            if (around != null) {
                around.held.add(this);
            }
        }

        private void addToParent() {
            if (parent != null) {
                parent.usage += usage;
            }
            if (around != null && !useParent()) {
                around.sharesHeld += node.shares();
            }
        }

        private void setFractions() {
            if (around != null) {
                ofShares = useParent() ? around.ofShares : part(node.shares(), around.sharesHeld);
                ofUsage = part(usage, around.usage);
            }
        }

        private static double part(double one, double all) {
            return one == 0 ? 0 : one / all;
        }

        public String path() {
            return node.path();
        }

        public boolean isUser() {
            return node.kind() == ShareNode.Kind.USER;
        }

        /** Returns true if it has no shares of its own and does not count in the sums of its siblings. */
        public boolean useParent() {
            return node.useParent();
        }

        /**
         * S, its fraction of the shares of its level (itself and its siblings), 0 to 1; the root has 1; with {@code useParent}, the
         * fraction of the bank around the level.
         */
        public double ofShares() {
            return ofShares;
        }

        /** Its usage; for a bank, the sum over its active users. */
        public double usage() {
            return usage;
        }

        /** U, its fraction of the usage of its level, 0 to 1; 0 if the level has no usage. */
        public double ofUsage() {
            return ofUsage;
        }

        /**
         * The banks and users in a bank, by path. Empty for a bank with {@code useParent}, whose members are on the level of the bank
         * itself, and for a user.
         */
        public List<Share> held() {
            return Collections.unmodifiableList(held);
        }

        /**
         * Ratio of the fraction of shares to the fraction of usage, among siblings: {@code LF = S / U} of Slurm's manual, "Level Fairshare
         * Calculation", and flux's weight. Above 1 is under-served; without shares 0; without usage infinite. With {@code useParent}
         * infinite, too: first in its bank, as in Slurm, together with users without usage.
         */
        public double levelShare() {
            return useParent() ? Double.POSITIVE_INFINITY : ratio(ofShares, ofUsage);
        }

        /** Divides shares by usage: 0 without shares, else infinite without usage. */
        static double ratio(double shares, double usage) {
            if (shares == 0) {
                return 0;
            }
            return usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
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
            return Rejection.first(
                    Names.refusalOfPath("path", path),
                    Bounds.refusal("shares", shares, 0, Bounds.SHARES),
                    parent() == null ? refusalOfRoot() : null);
        }

        private @Nullable Rejection refusalOfRoot() {
            if (kind == Kind.USER) {
                return Rejection.of(Reason.NAME_EMPTY, "path", Names.quoted(path), "a user within a bank");
            }
            String expected = "false, the root has no parent";
            return useParent ? Rejection.of(Reason.NUMBER_IMPOSSIBLE, "useParent", true, expected) : null;
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
