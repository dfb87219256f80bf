package io.fairstream.publish;

import java.io.IOException;

/**
 * Failure of a directory that is not an outbox, belongs to another or to another topic, is in use, or was modified: the
 * message contains the actual and the expected state.
 */
public final class OutboxException extends IOException {
    private static final long serialVersionUID = 1L;

    public OutboxException(String message) {
        super(message);
    }
}
