package io.fairstream.cli.steer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fairstream.reports.records.Failure;
import io.fairstream.steering.kai.Queues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** What KAI scheduler asks a Prometheus for, at loopback: {@code /api/v1/query}, by GET or POST. */
final class KaiEndpoint implements AutoCloseable {
    private static final String PATH = "/api/v1/query";
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_BODY = 64 << 10;

    private final HttpServer server;
    private final Queues queues;
    private final Supplier<Map<String, Double>> values;

    private KaiEndpoint(HttpServer server, Queues queues, Supplier<Map<String, Double>> values) {
        this.server = server;
        this.queues = queues;
        this.values = values;
    }

    /**
     * Serves from now on.
     *
     * @param metrics names that can be asked for
     * @param values by queue, asked for each time; a failure is answered as 503
     * @param port 0 for any that is free
     */
    static KaiEndpoint start(Set<String> metrics, Supplier<Map<String, Double>> values, int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            KaiEndpoint endpoint = new KaiEndpoint(server, new Queues(metrics), values);
            server.createContext("/", endpoint::handle);
            server.start();
            return endpoint;
        } catch (IOException e) {
            throw new Failure("--port: " + port + " (expected: a port that is free: " + e.getMessage() + ")", e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Queues.Response response = answer(exchange);
            byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Queues.Response answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestURI().getPath().equals(PATH)) {
            return new Queues.Response(
                    NOT_FOUND, "{\"status\":\"error\",\"errorType\":\"not_found\",\"error\":\"" + PATH + "\"}");
        }
        String parameters = switch (exchange.getRequestMethod()) {
            case "GET" -> Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
            case "POST" -> new String(exchange.getRequestBody().readNBytes(LARGEST_BODY), StandardCharsets.UTF_8);
            default -> null;
        };
        if (parameters == null) {
            return new Queues.Response(
                    NOT_ALLOWED, "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"GET or POST\"}");
        }
        try {
            return queues.answer(parameters, values.get(), Clock.systemUTC().instant());
        } catch (RuntimeException e) {
            return new Queues.Response(
                    UNAVAILABLE,
                    "{\"status\":\"error\",\"errorType\":\"unavailable\",\"error\":\"priorities are not known now\"}");
        }
    }

    String url() {
        return "http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
