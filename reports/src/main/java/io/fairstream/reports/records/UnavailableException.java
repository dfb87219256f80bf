package io.fairstream.reports.records;

/** The cluster does not answer now; the same question may be answered later. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
