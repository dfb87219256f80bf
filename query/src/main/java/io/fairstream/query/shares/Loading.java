package io.fairstream.query.shares;

import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.TreeCheck;
import io.fairstream.schemas.Allocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Change made by files: all their statements except rejected ones, which leave their paths unchanged.
 *
 * @param refused each rejected line or node with position and reason, and nodes that depend on it
 * @param isKeeping whether unnamed nodes are kept because of rejections, although they should be removed
 */
public record Loading<V>(Change<V> change, List<String> refused, boolean isKeeping) {

    /**
     * Loading of a statement.
     *
     * @param before what holds, by path
     * @param isReplacing whether to take back what the statement does not name. Not while anything is refused: what a refused line
     *     names is not known
     */
    public static Loading<ShareNode> of(
            SortedMap<String, ShareNode> before, Statement<ShareNode> statement, boolean isReplacing) {
        Map<String, Stated<ShareNode>> stated = new TreeMap<>(statement.nodes());
        List<String> refused = new ArrayList<>(statement.problems());
        if (isReplacing && refused.isEmpty()) {
            Fitting whole = new Fitting(Map.of(), stated, statement.refused());
            if (whole.refused.isEmpty()) {
                return new Loading<>(new Change<>(before, whole.after), refused, false);
            }
        }
        Fitting fitting = new Fitting(before, stated, statement.refused());
        refused.addAll(fitting.refused);
        return new Loading<>(new Change<>(before, fitting.after), refused, isReplacing);
    }

    /**
     * Loading of a statement about allocations. Edits that cannot be made, or make an impossible allocation, are refused.
     *
     * @param before what holds, by target
     * @param today start of new allocations
     */
    public static Loading<Allocation> of(
            SortedMap<String, Allocation> before, Statement<AllocationEdit> statement, Instant today) {
        SortedMap<String, Allocation> after = new TreeMap<>(before);
        List<String> refused = new ArrayList<>(statement.problems());
        statement.nodes().forEach((target, stated) -> {
            try {
                after.put(target, stated.node().applyTo(target, before.get(target), today));
            } catch (IllegalArgumentException e) {
                refused.add(stated.place() + ": " + e.getMessage());
            }
        });
        return new Loading<>(new Change<>(before, after), refused, false);
    }

    /** Returns the number of changes of each kind in words, and that of rejections. */
    public String summary() {
        long added = change.count(Change.Kind.ADDED);
        long changed = change.count(Change.Kind.CHANGED);
        return String.format(
                Locale.ROOT,
                "%,d added, %,d changed, %,d removed, %,d as before%s",
                added,
                changed,
                change.count(Change.Kind.REMOVED),
                change.after().size() - added - changed,
                refused.isEmpty() ? "" : String.format(Locale.ROOT, ", %,d refused", refused.size()));
    }

    /**
     * Returns the nodes that fit into no tree with the others, with reasons, by path; includes the members of such banks.
     *
     * @param root preferred path if there are several roots, or null
     */
    static Map<String, String> misfits(Map<String, ShareNode> nodes, @Nullable String root) {
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

    /** Removes statements that do not form a valid tree with the rest. */
    private static final class Fitting {
        private final Map<String, ShareNode> before;
        private final Map<String, Stated<ShareNode>> stated;
        private final Map<String, String> places;
        private final SortedMap<String, ShareNode> after;
        private final List<String> refused = new ArrayList<>();

        Fitting(Map<String, ShareNode> before, Map<String, Stated<ShareNode>> stated, Map<String, String> places) {
            this.before = before;
            this.stated = stated;
            this.places = new HashMap<>(places);
            this.after = new TreeMap<>(before);
            stated.forEach((path, node) -> after.put(path, node.node()));
            Map<String, String> known = misfits(before, null);
            String root = before.keySet().stream()
                    .filter(path -> !path.contains("/") && !known.containsKey(path))
                    .findFirst()
                    .orElse(null);
            while (refuse(misfits(after, root), known)) {
                // the rest is checked again: a node that was replaced is back
            }
        }

        private boolean refuse(Map<String, String> misfits, Map<String, String> known) {
            int count = refused.size();
            misfits.forEach((path, problem) -> {
                if (isStated(path)) {
                    refuse(path, problem);
                } else if (!known.containsKey(path)) {
                    String culprit = statedAround(path);
                    if (culprit != null) {
                        refuse(culprit, problem);
                    }
                }
            });
            return refused.size() > count;
        }

        private boolean isStated(String path) {
            Stated<ShareNode> node = stated.get(path);
            return node != null
                    && node.node().equals(after.get(path))
                    && !node.node().equals(before.get(path));
        }

        /** Returns the nearest stated bank above the path; null for none. */
        private @Nullable String statedAround(String path) {
            for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                String around = path.substring(0, slash);
                if (isStated(around)) {
                    return around;
                }
            }
            return null;
        }

        private void refuse(String path, String problem) {
            Stated<ShareNode> node = stated.get(path);
            if (node == null) {
                return;
            }
            String bank = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
            String bankPlace = places.get(bank);
            refused.add(node.place() + ": "
                    + (bankPlace == null ? problem : path + ": in " + bank + ", which is refused (" + bankPlace + ")"));
            places.putIfAbsent(path, node.place());
            ShareNode was = before.get(path);
            if (was == null) {
                after.remove(path);
            } else {
                after.put(path, was);
            }
        }
    }
}
