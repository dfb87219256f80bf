package io.fairstream.schemas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The banks of the topic {@code shares}, to find the one that a scheduler only names. Accounts of Slurm and banks of Flux have unique
 * names in a cluster, so a name is enough.
 */
public final class BankTree {
    /** Without any bank: what is named stays where {@link BankPath} puts it. */
    public static final BankTree EMPTY = new BankTree(Set.of());

    private final Set<String> paths;
    private final Map<String, List<String>> byName;

    private BankTree(Set<String> paths) {
        this.paths = Set.copyOf(paths);
        Map<String, TreeSet<String>> named = new HashMap<>();
        for (String path : paths) {
            named.computeIfAbsent(name(path), any -> new TreeSet<>()).add(path);
        }
        this.byName = new HashMap<>();
        named.forEach((name, all) -> byName.put(name, List.copyOf(all)));
    }

    /** Tree of these paths of banks. */
    public static BankTree of(Collection<String> paths) {
        return new BankTree(Set.copyOf(paths));
    }

    /** Result of the search for a bank. */
    public enum How {
        /** It is a bank of the tree, or there is no tree, or no bank is named. */
        AS_IT_IS,
        /** It stands right below the root because only its name is known, and is elsewhere in the tree. */
        BY_NAME,
        /** Several banks of the tree have the name. */
        AMBIGUOUS,
        /** No bank of the tree has the path or the name. */
        UNKNOWN
    }

    /**
     * Where a bank is.
     *
     * @param path in the tree; where that is not clear the one that was looked for
     * @param candidates the paths of the banks with that name
     */
    public record Place(String path, How how, List<String> candidates) {}

    /** The place of a bank whose path is {@link BankPath#of} its name. */
    public Place find(String bank) {
        if (paths.isEmpty() || bank.isEmpty()) {
            return new Place(bank, How.AS_IT_IS, List.of());
        }
        boolean isNameOnly = bank.startsWith(BankPath.ROOT + "/") && bank.indexOf('/') == bank.lastIndexOf('/');
        List<String> candidates = isNameOnly ? byName.getOrDefault(name(bank), List.of()) : List.of();
        if (candidates.size() > 1) {
            return new Place(bank, How.AMBIGUOUS, candidates);
        }
        if (paths.contains(bank)) {
            return new Place(bank, How.AS_IT_IS, candidates);
        }
        return candidates.isEmpty()
                ? new Place(bank, How.UNKNOWN, candidates)
                : new Place(candidates.get(0), How.BY_NAME, candidates);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The path of a bank from what a scheduler calls it: {@code root/physics} from {@code physics}. */
    public static final class BankPath {
        public static final String ROOT = "root";

        private BankPath() {}

        /**
         * Right below the root, since a name alone does not tell the parents; a name with slashes is a path and stays, empty names in
         * it left out. Empty for none.
         */
        public static String of(String name) {
            if (name.indexOf('/') >= 0) {
                List<String> names = new ArrayList<>(List.of(name.split("/", -1)));
                names.removeIf(String::isEmpty);
                return String.join("/", names);
            }
            return name.isEmpty() || name.equals(ROOT) ? name : ROOT + "/" + name;
        }
    }
}
