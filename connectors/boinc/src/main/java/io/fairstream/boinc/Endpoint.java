package io.fairstream.boinc;

import io.fairstream.http.AllowedHosts;
import io.fairstream.http.Exchange;
import io.fairstream.http.GuardedServer;
import io.fairstream.http.HttpLimits;
import io.fairstream.http.Pages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HTTP or HTTPS endpoint of the gateway: {@code POST /rpc.php} and {@code GET /get_project_config.php}. No thread waits
 * for a client or for the cluster; {@link HttpLimits} bounds the resources of clients.
 */
public final class Endpoint implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final String XML = "text/xml; charset=utf-8";

    private final Gateway gateway;
    private final Consumer<String> messages;
    private final GuardedServer server;

    private Endpoint(
            Gateway gateway,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            Consumer<String> messages)
            throws IOException {
        this.gateway = gateway;
        this.messages = messages;
        this.server = GuardedServer.start("boinc-gateway", address, tls, limits, AllowedHosts.ANY, new Calls());
    }

    /**
     * Starts the endpoint.
     *
     * @param tls to use HTTPS; empty for HTTP
     * @param messages receives messages on bugs, without secrets
     * @throws IOException if the address is in use
     */
    public static Endpoint start(
            Gateway gateway,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            Consumer<String> messages)
            throws IOException {
        return new Endpoint(gateway, address, tls, limits, messages);
    }

    public InetSocketAddress address() {
        return server.address();
    }

    private final class Calls implements Pages {
        @Override
        public void answer(Exchange exchange) {
            String call = exchange.method() + " " + exchange.path();
            if (call.equals("POST /rpc.php")) {
                CompletableFuture<String> unused = gateway.answer(exchange.body(), exchange.threads())
                        .whenComplete((text, failure) -> reply(exchange, text, failure));
            } else if (call.equals("GET /get_project_config.php")) {
                exchange.reply(OK, XML, gateway.projectConfig());
            } else {
                exchange.reply(NOT_FOUND, XML, error("no such page"));
            }
        }

        /**
         * Returns the refusal. A BOINC client reads a reply with status 200 only, and shows its user an error in it; so what is wrong
         * with a request has this status. After any other status it tries again later without a word to the user.
         */
        @Override
        public Refusal refusal(int status, String problem) {
            return status == TOO_LARGE
                    ? new Refusal(OK, XML, gateway.malformed(problem))
                    : new Refusal(status, XML, error(problem));
        }

        @Override
        public void refused() {
            gateway.requestCounts().count(RequestCounts.Kind.CONNECTIONS_REFUSED);
        }
    }

    private void reply(Exchange exchange, @Nullable String text, @Nullable Throwable failure) {
        if (text != null) {
            exchange.reply(OK, XML, text);
        } else if (failure instanceof CompletionException && failure.getCause() instanceof UndeliveredException) {
            exchange.reply(UNAVAILABLE, XML, error("the report could not be stored"));
        } else {
            messages.accept("error: a request was not answered: " + failure);
            exchange.reply(INTERNAL_ERROR, XML, error("internal error"));
        }
    }

    private static String error(String problem) {
        return ReplyText.DECLARATION + "<error>" + problem + "</error>\n";
    }

    /** Stops the service. Pending requests are answered for a few seconds, even if the thread is interrupted. */
    @Override
    public void close() {
        server.close();
    }
}
