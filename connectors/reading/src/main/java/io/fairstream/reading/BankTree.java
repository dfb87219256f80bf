package io.fairstream.reading;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The banks of the topic {@code shares}; finds a bank by its name when a scheduler does not report its path. Slurm accounts and flux banks
 * have unique names within a cluster, so the name is enough.
 */
public final class BankTree {
    /** Tree without banks: each name maps to the path from {@link BankPath}. */
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

    public static BankTree of(Collection<String> paths) {
        return new BankTree(Set.copyOf(paths));
    }

    /** Result of the search for a bank. */
    public enum How {
        /** The path is a bank of the tree, or the tree is empty, or no bank is named. */
        AS_IT_IS,
        /** The given path is directly below the root because only the name is known; the tree has one bank of that name elsewhere. */
        BY_NAME,
        /** Several banks of the tree have this name. */
        AMBIGUOUS,
        /** No bank of the tree has the path or the name. */
        UNKNOWN
    }

    /**
     * Location of a bank.
     *
     * @param path path in the tree; the requested path if the search is not conclusive
     * @param candidates paths of the banks with that name
     */
    public record Place(String path, How how, List<String> candidates) {}

    /** Finds the bank whose path is {@link BankPath#of} its name. */
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

    /** Converts a scheduler's name of a bank to a path: {@code physics} to {@code root/physics}. */
    public static final class BankPath {
        public static final String ROOT = "root";

        private BankPath() {}

        /**
         * Returns the path directly below the root, as a name does not contain the parents. A name with slashes is already a path; its
         * empty parts are removed. Empty for an empty name.
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
