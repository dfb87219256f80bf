package io.fairstream.postgres;

/** Failure of the sink that an administrator has to fix: the message is one line with the actual and the expected state. */
public final class SinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SinkException(String message) {
        super(message);
    }

    SinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
