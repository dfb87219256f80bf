package io.fairstream.steering.schedulers;

import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The part of Prometheus that KAI scheduler queries, on loopback: {@code /api/v1/query}, by GET or POST. */
public final class KaiEndpoint implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String JSON = "application/json";
    private static final String PATH = "/api/v1/query";
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_BODY = 64 << 10;

    private final Queues queues;
    private final Supplier<Map<String, Double>> values;
    private final InstantSource clock;
    private final GuardedServer server;

    KaiEndpoint(Queues queues, Supplier<Map<String, Double>> values, InstantSource clock, int port, HttpLimits limits)
            throws IOException {
        this.clock = clock;
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
     * @param clock of the answers
     * @param port 0 for any free port
     * @throws IOException if the port is not free
     */
    public static KaiEndpoint start(
            Set<String> metrics, Supplier<Map<String, Double>> values, InstantSource clock, int port)
            throws IOException {
        return new KaiEndpoint(new Queues(metrics), values, clock, port, HttpLimits.ofOneAddress(64, LARGEST_BODY));
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
            return queues.answer(parameters, values.get(), clock.instant());
        } catch (RuntimeException e) {
            return new Queues.Response(UNAVAILABLE, error("unavailable", "priorities are currently unknown"));
        }
    }

    public String url() {
        return server.url();
    }

    @Override
    public void close() {
        server.close();
    }
}
