package io.fairstream.streams.app;

/** The cluster's topics are not as the topology needs them. */
public final class TopicsUnfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicsUnfit(String message) {
        super(message);
    }
}
