package io.fairstream.console;

import io.fairstream.http.AllowedHosts;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/**
 * Access for a console that only this machine can reach: everybody may see everything. The host name of a request must be one of this
 * machine; otherwise a foreign page could point its own name here (DNS rebinding) and read the answers.
 *
 * @param listened name or address on which the console listens
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
