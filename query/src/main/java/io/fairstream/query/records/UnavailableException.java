package io.fairstream.query.records;

/** Failure because the cluster does not answer now; a later retry may succeed. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
