package io.fairstream.query.shares;

import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bank or a user in a bank, for the listing.
 *
 * @param shares null if undecided
 * @param useParent whether it uses its parent's shares instead
 */
record TreeNode(String path, boolean isBank, @Nullable Double shares, boolean active, boolean useParent) {
    /** Depth-first order: the children of a bank follow it, users before banks, as in sshare. */
    static final Comparator<TreeNode> DEPTH_FIRST = Comparator.comparing(TreeNode::order);

    static TreeNode of(AssociationUsage row) {
        return new TreeNode(
                row.getPath(), row.getKind() == ShareKind.BANK, row.getShares(), row.getActive(), row.getUseParent());
    }

    /** Returns the sort key; control characters sort before all characters of names. */
    private String order() {
        int last = path.lastIndexOf('/') + 1;
        String around = path.substring(0, last).replace("/", "\0\2");
        return isBank || last == 0
                ? around + path.substring(last)
                : around.substring(0, around.length() - 1) + '\1' + name();
    }

    /** Returns the selected nodes and the banks above them. */
    static List<TreeNode> selected(Collection<TreeNode> nodes, Predicate<TreeNode> isWanted) {
        Set<String> paths = new HashSet<>();
        nodes.stream().filter(isWanted).forEach(node -> {
            for (String path = node.path; paths.add(path) && path.contains("/"); ) {
                path = path.substring(0, path.lastIndexOf('/'));
            }
        });
        return nodes.stream()
                .filter(node -> paths.contains(node.path))
                .sorted(DEPTH_FIRST)
                .toList();
    }

    /** Returns the last name of the path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the number of banks above the node. */
    int depth() {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** Returns the path of the bank; for a user that of its bank. */
    String account() {
        return isBank || !path.contains("/") ? path : path.substring(0, path.lastIndexOf('/'));
    }

    boolean isIn(String bank) {
        return path.equals(bank) || path.startsWith(bank + "/");
    }
}
