package io.fairstream.http;

import java.time.Duration;
import java.util.Set;

/** The pages of a server: requests in, replies out. */
public interface Pages {
    /** Answers a complete request, in this call or later. */
    void answer(Exchange exchange);

    /** Reply to a refused request. */
    Refusal refusal(int status, String problem);

    /** Media types accepted in a body posted to a path; empty for any. */
    default Set<String> bodyTypes(String path) {
        return Set.of();
    }

    /** Called for each connection and each request that was refused because there were too many. */
    default void refused() {}

    /** Time for requests under way to finish when the server stops. */
    default Duration farewell() {
        return Duration.ofSeconds(2);
    }

    /**
     * Reply in the server's own format.
     *
     * @param type media type of the text
     */
    record Refusal(int status, String type, String text) {}
}
