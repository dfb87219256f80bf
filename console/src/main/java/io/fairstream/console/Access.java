package io.fairstream.console;

import io.fairstream.http.AllowedHosts;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** The console's knowledge of who asks. */
public interface Access {
    /** Who asks; empty if that cannot be told, and then nothing is answered. */
    Optional<Viewer> viewer(Request request);

    /** What to say to whom it cannot be told. */
    String whyNot();

    /** The hosts under which the console answers. */
    default AllowedHosts hosts() {
        return AllowedHosts.ANY;
    }

    /** Whether one signs in with a token on the page. */
    boolean takesTokens();

    /** A cookie's value for who has this token; empty if nobody has. */
    Optional<String> session(String token);
}
