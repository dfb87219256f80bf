package io.fairstream.embedded;

/** Why there is no cluster: a port or a directory that cannot be had, or a broker that does not start. The message is one line. */
public final class EmbeddedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmbeddedException(String message) {
        super(message);
    }

    EmbeddedException(String message, Throwable cause) {
        super(message, cause);
    }
}
