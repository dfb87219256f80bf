package io.fairstream.reports.records;

/** An end of the command that its user can mend: the message is the one line shown, exit code 1. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
