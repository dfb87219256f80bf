package io.fairstream.postgres;

/** An end of the sink that somebody has to mend: the message is the one line that says what was found and what was expected. */
public final class SinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SinkException(String message) {
        super(message);
    }

    SinkException(String message, Throwable cause) {
        super(message, cause);
    }
}
