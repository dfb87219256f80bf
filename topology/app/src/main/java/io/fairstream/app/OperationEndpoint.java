package io.fairstream.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.app.Health.Answer;
import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Metrics and health of an instance over HTTP: {@code /metrics}, {@code /health/live}, {@code /health/ready} and {@code /health/startup}.
 * The endpoint is read-only and shows no customer's name. Passwords and TLS are left to a proxy.
 */
public final class OperationEndpoint implements AutoCloseable {
    private static final int CONNECTIONS = 64;
    private static final HttpLimits LIMITS = HttpLimits.ofOneAddress(CONNECTIONS, 1 << 10);

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String METRICS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Metrics metrics;
    private final Map<String, Supplier<Answer>> probes = new LinkedHashMap<>();
    private final GuardedServer server;

    OperationEndpoint(WatchedInstance instance, String version, InetSocketAddress address, HttpLimits limits)
            throws IOException {
        metrics = new Metrics(instance, version);
        String host = address.getHostString();
        Health health = new Health(instance);
        probes.put("/health/live", health::live);
        probes.put("/health/ready", health::ready);
        probes.put("/health/startup", health::startup);
        try {
            server =
                    GuardedServer.start("operation", address, Optional.empty(), limits, hosts(host), new ServedPages());
        } catch (IOException | RuntimeException e) {
            metrics.close();
            throw e;
        }
    }

    /** Accepts only names of this machine on a loopback address, against DNS rebinding; accepts any name elsewhere. */
    private static AllowedHosts hosts(String host) throws IOException {
        return isLoopback(host) ? AllowedHosts.ofThisMachine(host) : AllowedHosts.ANY;
    }

    private static boolean isLoopback(String host) throws IOException {
        return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    }

    /** Serves, whether the instance has started or not; port 0 is any free port. Throws {@link IOException} if the address is taken. */
    public static OperationEndpoint start(WatchedInstance instance, String version, InetSocketAddress address)
            throws IOException {
        return new OperationEndpoint(instance, version, address, limits(address.getHostString()));
    }

    /** Limits where it listens: beyond this machine a client has a part of the connections only. */
    static HttpLimits limits(String host) throws IOException {
        return isLoopback(host) ? LIMITS : LIMITS.ofAddress(CONNECTIONS / 4);
    }

    public String url() {
        return server.url();
    }

    private abstract static class TextPages implements Pages {
        @Override
        public Refusal refusal(int status, String problem) {
            return new Refusal(status, TEXT, problem + "\n");
        }
    }

    private final class ServedPages extends TextPages {
        @Override
        public void answer(Exchange exchange) {
            exchange.with("Cache-Control", "no-store");
            String path = exchange.path();
            Supplier<Answer> probe = probes.get(path);
            if (!exchange.isRead()) {
                exchange.reply(NOT_ALLOWED, TEXT, "only GET\n");
            } else if (path.equals("/metrics")) {
                exchange.reply(OK, METRICS_TEXT, metrics.scrape());
            } else if (probe != null) {
                reply(exchange, probe.get());
            } else {
                int status = path.equals("/") ? OK : NOT_FOUND;
                exchange.reply(status, TEXT, "/metrics\n" + String.join("\n", probes.keySet()) + "\n");
            }
        }
    }

    private static void reply(Exchange exchange, Answer answer) {
        int status = answer.ok() ? OK : UNAVAILABLE;
        if (exchange.header("Accept").contains(JSON)) {
            exchange.reply(status, JSON, MAPPER.valueToTree(answer) + "\n");
        } else {
            exchange.reply(status, TEXT, answer.reason() + "\n");
        }
    }

    @Override
    public void close() {
        server.close();
        metrics.close();
    }

    /** Metrics of a long-running command, over HTTP on the loopback address. */
    public static final class MetricsEndpoint implements AutoCloseable {
        private static final String LOOPBACK = "127.0.0.1";

        private final GuardedServer server;

        MetricsEndpoint(Supplier<String> metrics, int port, HttpLimits limits) throws IOException {
            InetSocketAddress address = InetSocketAddress.createUnresolved(LOOPBACK, port);
            Pages pages = new TextPages() {
                @Override
                public void answer(Exchange exchange) {
                    boolean isKnown = exchange.path().equals("/metrics");
                    exchange.reply(isKnown ? OK : NOT_FOUND, METRICS_TEXT, isKnown ? metrics.get() : "/metrics\n");
                }
            };
            server = GuardedServer.start(
                    "metrics", address, Optional.empty(), limits, AllowedHosts.ofThisMachine(LOOPBACK), pages);
        }

        /** Serves metrics in Prometheus' text format; port 0 is any free port. Throws {@link IOException} if the port is taken. */
        public static MetricsEndpoint start(Supplier<String> metrics, int port) throws IOException {
            return new MetricsEndpoint(metrics, port, LIMITS);
        }

        public String url() {
            return server.url() + "/metrics";
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
