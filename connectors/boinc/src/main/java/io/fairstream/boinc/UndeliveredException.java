package io.fairstream.boinc;

/** The cluster does not have the report; the client is to try again. */
public final class UndeliveredException extends Exception {
    private static final long serialVersionUID = 1L;

    public UndeliveredException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
