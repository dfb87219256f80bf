package io.fairstream.publish;

import java.io.IOException;

/** That a directory is no outbox, is another's, is in use, or was changed by another hand: the message says what was found and expected. */
public final class OutboxException extends IOException {
    private static final long serialVersionUID = 1L;

    OutboxException(String message) {
        super(message);
    }
}
