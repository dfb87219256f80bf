package io.fairstream.console;

import io.fairstream.http.AllowedHosts;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/**
 * For a console that only this machine reaches: everybody may see everything. The address that was called must be one of this machine, or a
 * page from elsewhere could have its own name lead here and read along.
 *
 * @param listened the name, or the address, where it listens
 */
public record LoopbackAccess(String listened) implements Access {
    @Override
    public Optional<Viewer> viewer(Request request) {
        return Optional.of(Viewer.ANYBODY);
    }

    @Override
    public String whyNot() {
        return "";
    }

    @Override
    public AllowedHosts hosts() {
        return AllowedHosts.ofThisMachine(listened);
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
