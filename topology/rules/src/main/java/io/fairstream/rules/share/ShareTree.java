package io.fairstream.rules.share;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tree of the banks and users that share, with the usage of each, at one instant: one root; a bank holds banks and users, which
 * share on one level.
 *
 * <p>The level of a bank is what it holds, and what the banks with {@code useParent} in it hold instead of these.
 *
 * <p>Only what is active, within active banks only, is in it. A bank's usage is the sum of that of its users here, so that a
 * user who left burdens nobody.
 *
 * @param root the root, or null if it is not active
 * @param users how many users there are
 */
public record ShareTree(@Nullable Share root, int users) {

    /**
     * The tree of these nodes, in whatever order they come.
     *
     * @param usages by path; users that are not named used nothing, and other paths are not looked at
     */
    public static TreeOutcome of(Collection<ShareNode> nodes, Map<String, Double> usages) {
        List<ShareNode> sorted = new ArrayList<>(nodes);
        sorted.sort(Comparator.comparing(ShareNode::path));
        TreeCheck check = new TreeCheck();
        List<String> problems = new ArrayList<>();
        for (ShareNode node : sorted) {
            String problem = check.add(node, usages.getOrDefault(node.path(), 0.0));
            if (problem != null) {
                problems.add(problem);
            }
        }
        if (!check.hasRoot()) {
            problems.add("root: none (expected: one bank without a slash in its path)");
        }
        return problems.isEmpty() ? new TreeOutcome.Valid(ofValid(sorted, usages)) : new TreeOutcome.Invalid(problems);
    }

    /**
     * Which of the nodes can stand in no tree with the others, and why, by path; what such a bank holds is among them.
     *
     * @param root a path that is to be the root if there are several, or null
     */
    public static Map<String, String> misfits(Map<String, ShareNode> nodes, @Nullable String root) {
        TreeCheck check = new TreeCheck();
        ShareNode preferred = root == null ? null : nodes.get(root);
        if (preferred != null) {
            check.prefer(preferred);
        }
        Map<String, String> misfits = new TreeMap<>();
        for (ShareNode node : new TreeMap<>(nodes).values()) {
            String problem = check.add(node, 0);
            if (problem != null) {
                misfits.put(node.path(), problem);
            }
        }
        return misfits;
    }

    /** The tree of nodes that can stand in one, by path: banks come before what they hold. */
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

    /** Everybody in it. */
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

    /** A node whose siblings are not all known yet. */
    private static final class Sprout {
        private final ShareNode node;
        private final @Nullable Sprout parent;
        /** The bank on whose level it stands. */
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
}
