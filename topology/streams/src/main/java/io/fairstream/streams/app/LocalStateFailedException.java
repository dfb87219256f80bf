package io.fairstream.streams.app;

/** The local state cannot be used, and why; the message says it all in one line. */
public final class LocalStateFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LocalStateFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
