package io.fairstream.console;

import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * For a console that only this machine reaches: everybody may see everything. The address that was called must be one of this machine, or a
 * page from elsewhere could have its own name lead here and read along.
 *
 * @param listened the name, or the address, where it listens
 */
public record LoopbackAccess(String listened) implements Access {
    private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    @Override
    public Optional<Viewer> viewer(Request request) {
        String called = request.getHttpURI().getHost();
        return called != null && (NAMES.contains(called) || called.equalsIgnoreCase(listened))
                ? Optional.of(Viewer.ANYBODY)
                : Optional.empty();
    }

    @Override
    public String whyNot() {
        return "this console answers to names of this machine only, such as localhost";
    }

    @Override
    public boolean takesTokens() {
        return false;
    }

    @Override
    public Optional<String> session(String token) {
        return Optional.empty();
    }
}
