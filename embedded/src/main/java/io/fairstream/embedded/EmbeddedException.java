package io.fairstream.embedded;

/** Failure to start a cluster: the port or directory is unavailable, or the broker does not start. The message is one line. */
public final class EmbeddedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmbeddedException(String message) {
        super(message);
    }

    EmbeddedException(String message, Throwable cause) {
        super(message, cause);
    }
}
