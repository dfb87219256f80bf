package io.fairstream.steering;

/** A scheduler that gave no answer, or one that cannot be understood. The message is one line and says what was tried. */
public final class SchedulerException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isToolMissing;

    public SchedulerException(String message) {
        this(message, false);
    }

    /** @param isToolMissing whether there is no such program */
    public SchedulerException(String message, boolean isToolMissing) {
        super(message);
        this.isToolMissing = isToolMissing;
    }

    public SchedulerException(String message, Throwable cause) {
        super(message, cause);
        isToolMissing = false;
    }

    /** True if the program that is to be asked is not there: asking again does not help. */
    public boolean isToolMissing() {
        return isToolMissing;
    }
}
