package io.fairstream.rules;

/** Users that stand for processor time which is nobody's, as SLURM's design of 2002 has them, so that the books balance. */
public final class PseudoUsers {
    /** What no session explains. */
    public static final String SYSTEM = "SYSTEM";

    /** What nobody used. */
    public static final String IDLE = "IDLE";

    /** What no snapshot covers. */
    public static final String DOWN = "DOWN";

    /** What a job used of which nobody has said whose it is. */
    public static final String UNKNOWN = "UNKNOWN";

    public static final long SYSTEM_ID = 0;
    public static final long IDLE_ID = -1;
    public static final long DOWN_ID = -2;

    private PseudoUsers() {}

    /** Whether the time of a user is a user's, known or not, and not the node's own. */
    public static boolean isRealUser(String user) {
        return !user.equals(SYSTEM) && !user.equals(IDLE) && !user.equals(DOWN);
    }

    /** Whether it is known when a user was first and last seen: not of DOWN, since late snapshots take it back. */
    public static boolean isSeen(String user) {
        return !user.equals(DOWN);
    }
}
