package io.fairstream.operation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Metrics of a command that runs until it is stopped, on HTTP at loopback. */
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
     * @param metrics in Prometheus' text format
     * @param port 0 for any that is free
     * @throws IOException if the port is taken
     */
    public static MetricsEndpoint start(Supplier<String> metrics, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> answer(exchange, metrics));
        server.start();
        return new MetricsEndpoint(server);
    }

    private static void answer(HttpExchange exchange, Supplier<String> metrics) throws IOException {
        try (exchange) {
            boolean isKnown = exchange.getRequestURI().getPath().equals("/metrics");
            byte[] body = (isKnown ? metrics.get() : "/metrics\n").getBytes(StandardCharsets.UTF_8);
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
