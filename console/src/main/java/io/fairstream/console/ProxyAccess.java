package io.fairstream.console;

import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * Access for a console behind a proxy that authenticates users and names them in a header. A client that bypasses the proxy could
 * send any name, so only the proxy may be able to reach the console.
 *
 * @param header such as {@code X-Remote-User}
 * @param administrators users who may see everything
 */
public record ProxyAccess(String header, Set<String> administrators) implements Access {
    public ProxyAccess {
        administrators = Set.copyOf(administrators);
    }

    @Override
    public Optional<Viewer> viewer(Request request) {
        if (request.getHeaders().getValuesList(header).size() != 1) {
            return Optional.empty();
        }
        String name = request.getHeaders().get(header).strip();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        boolean decides = administrators.contains(name);
        return Optional.of(new Viewer(name, decides ? Viewer.Role.ADMINISTRATOR : Viewer.Role.USER));
    }

    @Override
    public String whyNot() {
        return "the proxy did not send the user's name";
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
