package io.fairstream.negotiator;

/**
 * An accounting group and its part of the pool.
 *
 * @param name a path with dots, such as {@code physics.cms}; the group above it must be there too
 * @param quota what it may use
 * @param acceptsSurplus whether it may use, beyond its quota, what others leave of theirs ({@code GROUP_ACCEPT_SURPLUS})
 * @param autoregroup whether its members negotiate a second time, last, for the whole pool ({@code GROUP_AUTOREGROUP})
 * @param lastRemainder when it was last given a remainder of whole slots, in any growing count such as that of cycles; see
 *     {@link NegotiationRules#wholeSlots}
 */
public record Group(String name, Quota quota, boolean acceptsSurplus, boolean autoregroup, long lastRemainder) {
    /** Group of submitters without a group; it has the whole pool and cannot be configured. */
    public static final String ROOT = "<none>";

    public Group {
        if (name.isEmpty() || name.equals(ROOT) || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "group: \"" + name + "\" (expected: names with dots between, not " + ROOT + ")");
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
