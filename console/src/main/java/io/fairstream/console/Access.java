package io.fairstream.console;

import io.fairstream.http.AllowedHosts;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** The console's knowledge of who asks. */
public interface Access {
    /** Returns the viewer who sends the request; empty if unknown, and then nothing is answered. */
    Optional<Viewer> viewer(Request request);

    /** Returns the message for a client whose viewer is unknown. */
    String whyNot();

    /** The hosts under which the console answers. */
    default AllowedHosts hosts() {
        return AllowedHosts.ANY;
    }

    /** True if users sign in with a token on the page. */
    boolean takesTokens();

    /** A cookie's value for who has this token; empty if nobody has. */
    Optional<String> session(String token);
}
