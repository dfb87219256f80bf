package io.fairstream.rules;

/** Users that stand for processor time which is nobody's, as SLURM's design of 2002 has them, so that the books balance. */
public final class PseudoUsers {
    /** User of the time that no session explains. */
    public static final String SYSTEM = "SYSTEM";

    /** Time that nobody used. */
    public static final String IDLE = "IDLE";

    /** User of the time that no snapshot covers. */
    public static final String DOWN = "DOWN";

    /** User of the time of a job whose user was never reported. */
    public static final String UNKNOWN = "UNKNOWN";

    public static final long SYSTEM_ID = 0;
    public static final long IDLE_ID = -1;
    public static final long DOWN_ID = -2;

    private PseudoUsers() {}

    /** Returns true if the time of a user belongs to a person, known or not, and not to the node itself. */
    public static boolean isRealUser(String user) {
        return !user.equals(SYSTEM) && !user.equals(IDLE) && !user.equals(DOWN);
    }

    /**
     * Returns true if the first and last time a user was seen are known: not for DOWN, since late snapshots take its time back.
     */
    public static boolean isSeen(String user) {
        return !user.equals(DOWN);
    }
}
