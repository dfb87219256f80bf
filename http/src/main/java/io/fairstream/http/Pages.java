package io.fairstream.http;

import java.time.Duration;
import java.util.Set;

/** The pages of a server: requests in, replies out. */
public interface Pages {
    /** Answers a request, in this call or later. The request is complete: nothing of it is waited for any more. */
    void answer(Exchange exchange);

    /** The reply to a request that is not answered. */
    Refusal refusal(int status, String problem);

    /** Media types of a body that is posted there; empty for any. */
    default Set<String> bodyTypes(String path) {
        return Set.of();
    }

    /** Called for each connection, and each request, that was refused because there were too many. */
    default void refused() {}

    /** The time in which requests under way may end when the server stops. */
    default Duration farewell() {
        return Duration.ofSeconds(2);
    }

    /**
     * A reply in the server's own format.
     *
     * @param type its media type
     */
    record Refusal(int status, String type, String text) {}
}
