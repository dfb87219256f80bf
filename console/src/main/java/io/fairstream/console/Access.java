package io.fairstream.console;

import java.util.Optional;
import org.eclipse.jetty.server.Request;

/** How the console knows who asks. */
public interface Access {
    /** Who asks; empty if that cannot be told, and then nothing is answered. */
    Optional<Viewer> viewer(Request request);

    /** What to say to whom it cannot be told. */
    String whyNot();

    /** Whether one signs in with a token on the page. */
    boolean takesTokens();

    /** A cookie's value for who has this token; empty if nobody has. */
    Optional<String> session(String token);
}
