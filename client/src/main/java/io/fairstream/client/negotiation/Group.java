package io.fairstream.client.negotiation;

/**
 * An accounting group and its part of the pool.
 *
 * @param name path with dots, such as {@code physics.cms}; the parent group must exist, too
 * @param quota quota of the group
 * @param acceptsSurplus whether the group may use the unused quota of others beyond its own ({@code GROUP_ACCEPT_SURPLUS})
 * @param autoregroup whether its members negotiate again for the whole pool, after all groups ({@code GROUP_AUTOREGROUP})
 * @param lastRemainder increasing number, such as that of the cycle, of the last time that the group got a remainder of whole
 *     slots; see {@link NegotiationRules#wholeSlots}
 */
public record Group(String name, Quota quota, boolean acceptsSurplus, boolean autoregroup, long lastRemainder) {
    /** Group of submitters without a group; it has the whole pool and cannot be configured. */
    public static final String ROOT = "<none>";

    public Group {
        if (name.isEmpty() || name.equals(ROOT) || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "group: \"" + name + "\" (expected: names separated by dots, not " + ROOT + ")");
        }
    }

    /** Creates a group without surplus. */
    public static Group of(String name, Quota quota) {
        return new Group(name, quota, false, false, 0);
    }

    public Group withSurplus(boolean accepts) {
        return new Group(name, quota, accepts, autoregroup, lastRemainder);
    }

    public Group withAutoregroup(boolean regroups) {
        return new Group(name, quota, acceptsSurplus, regroups, lastRemainder);
    }

    public Group withLastRemainder(long at) {
        return new Group(name, quota, acceptsSurplus, autoregroup, at);
    }

    /** Returns the parent group. */
    String parent() {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? ROOT : name.substring(0, dot);
    }
}
