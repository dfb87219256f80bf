package io.fairstream.cli.steer;

import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import io.fairstream.query.records.Failure;
import io.fairstream.steering.kai.Queues;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The part of Prometheus that KAI scheduler queries, on loopback: {@code /api/v1/query}, by GET or POST. */
final class KaiEndpoint implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String JSON = "application/json";
    private static final String PATH = "/api/v1/query";
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_BODY = 64 << 10;

    private final Queues queues;
    private final Supplier<Map<String, Double>> values;
    private final GuardedServer server;

    private KaiEndpoint(Queues queues, Supplier<Map<String, Double>> values, int port, HttpLimits limits)
            throws IOException {
        this.queues = queues;
        this.values = values;
        this.server = GuardedServer.start(
                "kai",
                InetSocketAddress.createUnresolved(LOOPBACK, port),
                Optional.empty(),
                limits,
                AllowedHosts.ofThisMachine(LOOPBACK),
                new Query());
    }

    /**
     * Starts the endpoint.
     *
     * @param metrics names of metrics that can be queried
     * @param values by queue, computed for each query; a failure is answered with status 503
     * @param port 0 for any free port
     */
    static KaiEndpoint start(Set<String> metrics, Supplier<Map<String, Double>> values, int port) {
        return start(metrics, values, port, HttpLimits.ofOneAddress(64, LARGEST_BODY));
    }

    static KaiEndpoint start(Set<String> metrics, Supplier<Map<String, Double>> values, int port, HttpLimits limits) {
        try {
            return new KaiEndpoint(new Queues(metrics), values, port, limits);
        } catch (IOException e) {
            throw new Failure("--port: " + port + " (expected: a free port: " + e.getMessage() + ")", e);
        }
    }

    private final class Query implements Pages {
        @Override
        public void answer(Exchange exchange) {
            Queues.Response response = response(exchange);
            exchange.reply(response.status(), JSON, response.body());
        }

        @Override
        public Refusal refusal(int status, String problem) {
            return new Refusal(status, JSON, error("bad_data", problem));
        }
    }

    private static String error(String type, String problem) {
        return "{\"status\":\"error\",\"errorType\":\"" + type + "\",\"error\":\"" + problem + "\"}";
    }

    private Queues.Response response(Exchange exchange) {
        if (!exchange.path().equals(PATH)) {
            return new Queues.Response(NOT_FOUND, error("not_found", PATH));
        }
        String parameters = switch (exchange.method()) {
            case "GET" -> exchange.query();
            case "POST" -> exchange.text();
            default -> null;
        };
        if (parameters == null) {
            return new Queues.Response(NOT_ALLOWED, error("bad_data", "GET or POST"));
        }
        try {
            return queues.answer(parameters, values.get(), Clock.systemUTC().instant());
        } catch (RuntimeException e) {
            return new Queues.Response(UNAVAILABLE, error("unavailable", "priorities are currently unknown"));
        }
    }

    String url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
