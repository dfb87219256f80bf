package io.fairstream.console;

import io.fairstream.http.AllowedHosts;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** Identifies the viewer who sends a request. */
public interface Access {
    /** Returns the viewer who sends the request; empty if unknown, in which case the request is rejected. */
    Optional<Viewer> viewer(Request request);

    /** Returns the message for a client whose viewer is unknown. */
    String whyNot();

    /** Host names that the console accepts in requests. */
    default AllowedHosts hosts() {
        return AllowedHosts.ANY;
    }

    /** True if users sign in with a token on the page. */
    boolean takesTokens();

    /** Returns a new session's cookie value for the owner of this token; empty if the token is unknown. */
    Optional<String> session(String token);
}
