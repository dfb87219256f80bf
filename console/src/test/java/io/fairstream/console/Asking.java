package io.fairstream.console;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/** Requests as they come over a connection, without one. */
final class Asking {
    private Asking() {}

    /**
     * The viewer, as the console knows them.
     *
     * @param headers lines of a request, but for the host
     */
    static Optional<Viewer> who(Access access, String... headers) {
        AtomicReference<Optional<Viewer>> viewer = new AtomicReference<>(Optional.empty());
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                viewer.set(access.viewer(request));
                callback.succeeded();
                return true;
            }
        });
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        try {
            server.start();
            String answer = connector.getResponse("GET / HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n");
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                throw new AssertionError(answer);
            }
            server.stop();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return Objects.requireNonNull(viewer.get());
    }
}
