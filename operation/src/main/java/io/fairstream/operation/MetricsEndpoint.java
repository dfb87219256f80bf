package io.fairstream.operation;

import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/** Metrics of a command that runs until it is stopped, on HTTP at loopback. */
public final class MetricsEndpoint implements AutoCloseable {
    static final HttpLimits LIMITS = HttpLimits.ofOneAddress(64, 1 << 10);

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final GuardedServer server;

    private MetricsEndpoint(GuardedServer server) {
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
        return start(metrics, port, LIMITS);
    }

    static MetricsEndpoint start(Supplier<String> metrics, int port, HttpLimits limits) throws IOException {
        InetSocketAddress address = InetSocketAddress.createUnresolved(LOOPBACK, port);
        Pages pages = new Pages() {
            @Override
            public void answer(Exchange exchange) {
                boolean isKnown = exchange.path().equals("/metrics");
                exchange.reply(isKnown ? OK : NOT_FOUND, TEXT, isKnown ? metrics.get() : "/metrics\n");
            }

            @Override
            public Refusal refusal(int status, String problem) {
                return new Refusal(status, TEXT, problem + "\n");
            }
        };
        return new MetricsEndpoint(GuardedServer.start(
                "metrics", address, Optional.empty(), limits, AllowedHosts.ofThisMachine(LOOPBACK), pages));
    }

    public String url() {
        return server.url() + "/metrics";
    }

    @Override
    public void close() {
        server.close();
    }
}
