package io.fairstream.steering;

/**
 * Failure of a scheduler that did not answer, or whose answer cannot be parsed. The message is one line and contains
 * the attempted operation.
 */
public final class SchedulerException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isToolMissing;

    public SchedulerException(String message) {
        this(message, false);
    }

    /** @param isToolMissing whether the program does not exist */
    public SchedulerException(String message, boolean isToolMissing) {
        super(message);
        this.isToolMissing = isToolMissing;
    }

    public SchedulerException(String message, Throwable cause) {
        super(message, cause);
        isToolMissing = false;
    }

    /** Returns true if the program does not exist: a retry would not help. */
    public boolean isToolMissing() {
        return isToolMissing;
    }
}
