package io.fairstream.steering;

/** A scheduler that gave no answer, or one that cannot be understood. The message is one line and says what was tried. */
public final class SchedulerException extends Exception {
    private static final long serialVersionUID = 1;

    public SchedulerException(String message) {
        super(message);
    }

    public SchedulerException(String message, Throwable cause) {
        super(message, cause);
    }
}
