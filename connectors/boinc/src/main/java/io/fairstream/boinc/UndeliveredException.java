package io.fairstream.boinc;

/** Exception for a report that could not be delivered to the cluster; the client should retry. */
final class UndeliveredException extends Exception {
    private static final long serialVersionUID = 1L;

    public UndeliveredException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
