package io.fairstream.boinc;

/** Failure to deliver a report to the cluster; the client should retry. */
public final class UndeliveredException extends Exception {
    private static final long serialVersionUID = 1L;

    public UndeliveredException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
