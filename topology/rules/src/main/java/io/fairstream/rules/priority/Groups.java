package io.fairstream.rules.priority;

import io.fairstream.rules.journal.RateChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tree of accounting groups, HTCondor's {@code GROUP_NAMES}. Dots separate the levels: {@code physics.theory} is
 * within {@code physics}. The root is {@link #ROOT}. Group names are case-insensitive, customers are not.
 */
public final class Groups {
    /** The root, to which all belong who are in no group of the tree. */
    public static final String ROOT = "<none>";

    /** No groups: nobody has a parent, and there is no root. */
    public static final Groups NONE = new Groups(new TreeMap<>());

    private static final String NAME = "[^@.,=\\s\\p{Cntrl}]+(\\.[^@.,=\\s\\p{Cntrl}]+)*";

    /** By name in lower case, the names as they are written in the configuration. */
    private final Map<String, String> names;

    private Groups(Map<String, String> names) {
        this.names = names;
    }

    /**
     * The tree of these groups.
     *
     * @throws IllegalArgumentException with what is expected instead, where a name is impossible, there twice, or within a
     *     group that is not there
     */
    public static Groups of(Collection<String> names) {
        Map<String, String> byLowerCase = new TreeMap<>();
        for (String name : names) {
            require(name.matches(NAME) && !name.equals(ROOT), "names without blanks, '@', ',' or '=' and not " + ROOT);
            require(byLowerCase.put(lower(name), name) == null, "\"" + name + "\" only once, in whatever case");
        }
        for (String name : byLowerCase.values()) {
            int dot = name.lastIndexOf('.');
            String around = name.substring(0, Math.max(0, dot));
            require(
                    dot < 0 || byLowerCase.containsKey(lower(around)),
                    "also \"" + around + "\", around \"" + name + "\"");
        }
        return new Groups(byLowerCase);
    }

    private static void require(boolean isSo, String expectation) {
        if (!isSo) {
            throw new IllegalArgumentException(expectation);
        }
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** All groups as they are written in the configuration, the root included; none if no group is configured. */
    public List<String> all() {
        List<String> all = new ArrayList<>(names.values());
        if (!isEmpty()) {
            all.add(ROOT);
        }
        return all;
    }

    /** Returns true if a customer is a group, written as in the configuration. */
    public boolean isGroup(String customer) {
        return !isEmpty() && customer.equals(spelling(customer));
    }

    /** Returns the configured spelling of a group's name, or null if there is no such group. */
    public @Nullable String spelling(String name) {
        if (isEmpty()) {
            return null;
        }
        return name.equals(ROOT) ? ROOT : names.get(lower(name));
    }

    /**
     * The group that a customer is assigned to: a group to itself; a submitter {@code group.user@domain} to the deepest
     * group along its name that there is; everybody else to the root. Null if there are no groups.
     */
    public @Nullable String assigned(String customer) {
        String group = spelling(customer);
        return group != null || isEmpty() ? group : deepest(path(customer));
    }

    /** The group one level up: of a submitter the group it is assigned to; null for the root, or without groups. */
    public @Nullable String parent(String customer) {
        String group = spelling(customer);
        if (group == null) {
            return assigned(customer);
        }
        if (group.equals(ROOT)) {
            return null;
        }
        int dot = group.lastIndexOf('.');
        return dot < 0 ? ROOT : names.get(lower(group.substring(0, dot)));
    }

    /**
     * The account that is charged for what a customer is charged, so that priorities of groups follow the use of their
     * subtrees; null for none. The root is charged for its direct members only, as in HTCondor.
     */
    public @Nullable String charged(String customer) {
        String parent = parent(customer);
        return ROOT.equals(parent) && isGroup(customer) ? null : parent;
    }

    /**
     * Returns a customer's change of use as a change for the group that is {@linkplain #charged charged} for it, too. It follows
     * from the names alone, so that what is moved away when the tree changes is what was charged: submitters have an {@code @} or
     * are in the root, groups have none and the root is not charged for them.
     */
    public static RateChange passedOn(String customer, String group, RateChange change) {
        boolean isOfSubtree = customer.indexOf('@') < 0 && !group.equals(ROOT);
        return new RateChange(isOfSubtree, change.at(), change.resources(), change.weight(), change.since());
    }

    private static String path(String submitter) {
        int at = submitter.lastIndexOf('@');
        int dot = at < 0 ? -1 : submitter.lastIndexOf('.', at);
        return dot < 0 ? "" : submitter.substring(0, dot);
    }

    private String deepest(String path) {
        String deepest = ROOT;
        for (int dot = path.indexOf('.'); ; dot = path.indexOf('.', dot + 1)) {
            String group = names.get(lower(dot < 0 ? path : path.substring(0, dot)));
            if (group == null) {
                return deepest;
            }
            deepest = group;
            if (dot < 0) {
                return deepest;
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Groups groups && groups.names.equals(names));
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return String.join(",", names.values());
    }
}
