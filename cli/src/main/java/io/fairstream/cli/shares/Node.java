package io.fairstream.cli.shares;

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
 * A bank or a user in a bank, as the listing has it.
 *
 * @param shares null when nobody decided them
 */
record Node(String path, boolean isBank, @Nullable Double shares, boolean active) {
    /** Depth first: what a bank holds stands right below it. A slash sorts before all that a name may have. */
    static final Comparator<Node> DEPTH_FIRST =
            Comparator.comparing(node -> node.path().replace('/', '\0'));

    static Node of(AssociationUsage row) {
        return new Node(row.getPath(), row.getKind() == ShareKind.BANK, row.getShares(), row.getActive());
    }

    /** Which nodes are wanted, and the banks around them. */
    static List<Node> selected(Collection<Node> nodes, Predicate<Node> isWanted) {
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

    /** The last name of the path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** How many banks are around it. */
    int depth() {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** Path of the bank, of a user that around it. */
    String account() {
        return isBank || !path.contains("/") ? path : path.substring(0, path.lastIndexOf('/'));
    }

    boolean isIn(String bank) {
        return path.equals(bank) || path.startsWith(bank + "/");
    }
}
