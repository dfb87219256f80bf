package io.fairstream.postgres;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A sink's metrics on HTTP, at loopback. */
public final class MetricsEndpoint implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final HttpServer server;

    private MetricsEndpoint(HttpServer server) {
        this.server = server;
    }

    /**
     * Serves from now on.
     *
     * @param port 0 for any that is free
     * @throws SinkException if the port is taken
     */
    public static MetricsEndpoint start(SinkMetrics metrics, int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/", exchange -> answer(exchange, metrics));
            server.start();
            return new MetricsEndpoint(server);
        } catch (IOException e) {
            throw new SinkException(
                    "metrics.port: " + port + " (expected: a port that is free: " + e.getMessage() + ")", e);
        }
    }

    private static void answer(HttpExchange exchange, SinkMetrics metrics) throws IOException {
        try (exchange) {
            boolean isKnown = exchange.getRequestURI().getPath().equals("/metrics");
            byte[] body = (isKnown ? metrics.scrape() : "/metrics\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(isKnown ? OK : NOT_FOUND, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    public String url() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort() + "/metrics";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
