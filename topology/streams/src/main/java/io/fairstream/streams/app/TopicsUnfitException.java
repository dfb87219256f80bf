package io.fairstream.streams.app;

/** The cluster's topics are not as the topology needs them. */
public final class TopicsUnfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicsUnfitException(String message) {
        super(message);
    }
}
