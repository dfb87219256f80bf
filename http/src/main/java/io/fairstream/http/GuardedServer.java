package io.fairstream.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP or HTTPS server that enforces {@link HttpLimits} on its clients. Pages get a request once it is complete, so that no thread waits
 * for a client. Requests of other web sites and, on this machine, under other host names are refused.
 */
public final class GuardedServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedServer.class);
    private static final int LARGEST_HEAD = 16 << 10;
    private static final int THREADS = 16;
    private static final int BACKLOG = 256;
    private static final long MAX_BETWEEN_SWEEPS = 500;
    /** Idle timeout, longer than any reply takes to compute; {@link OpenConnections} closes slow clients earlier. */
    private static final Duration IDLE = Duration.ofMinutes(2);

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int TOO_LARGE = 413;
    private static final int WRONG_TYPE = 415;
    private static final int INTERNAL_ERROR = 500;
    private static final int BUSY = 503;

    private final Server server;
    private final ServerConnector connector;
    private final OpenConnections connections;
    private final HttpLimits limits;
    private final AllowedHosts hosts;
    private final Pages pages;
    private final AtomicLong room;

    private GuardedServer(
            String name,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            AllowedHosts hosts,
            Pages pages) {
        this.limits = limits;
        this.hosts = hosts;
        this.pages = pages;
        room = new AtomicLong(limits.bufferedBytes());
        connections = new OpenConnections(limits.connectionsOfAddress(), limits.patience(), pages::refused);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName(name);
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration());
        connector = tls.map(context -> new ServerConnector(server, 1, 1, secure(context, http), http))
                .orElseGet(() -> new ServerConnector(server, 1, 1, http));
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(IDLE.toMillis());
        connector.addBean(connections);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        server.setHandler(new GracefulHandler(new Guard()));
        server.setErrorHandler(this::error);
        server.setStopTimeout(pages.farewell().toMillis());
    }

    private static SslConnectionFactory secure(SSLContext context, HttpConnectionFactory http) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(context);
        factory.setIncludeProtocols(ServerTls.protocols());
        return new SslConnectionFactory(factory, http.getProtocol());
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(LARGEST_HEAD);
        // Names have slashes and per cent signs, such as root/physics; encoded they are part of one path segment.
        configuration.setUriCompliance(UriCompliance.DEFAULT.with(
                "NAMES",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        return configuration;
    }

    /**
     * Starts a server.
     *
     * @param name of its threads
     * @param address with port 0 for any free port
     * @param tls for HTTPS; empty for HTTP
     * @throws IOException if the address is taken
     */
    public static GuardedServer start(
            String name,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            HttpLimits limits,
            AllowedHosts hosts,
            Pages pages)
            throws IOException {
        GuardedServer guarded = new GuardedServer(name, address, tls, limits, hosts, pages);
        try {
            guarded.server.start();
        } catch (IOException e) {
            guarded.close();
            throw e;
        } catch (Exception e) {
            guarded.close();
            throw new IllegalStateException("the server did not start: " + e.getMessage(), e);
        }
        guarded.closeLate();
        return guarded;
    }

    private void closeLate() {
        connections.cutLate();
        if (server.isRunning()) {
            long pause =
                    Math.min(MAX_BETWEEN_SWEEPS, Math.max(1, limits.patience().toMillis() / 4));
            server.getScheduler().schedule(this::closeLate, pause, TimeUnit.MILLISECONDS);
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    /** URL of the server for clients, without a slash at the end. */
    public String url() {
        String host = connector.getHost();
        boolean isEncrypted = connector.getConnectionFactory(SslConnectionFactory.class) != null;
        return (isEncrypted ? "https://" : "http://") + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + connector.getLocalPort();
    }

    private final class Guard extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            Exchange early = new Exchange(request, response, callback, connections, new byte[0]);
            Request.addCompletionListener(request, failure -> connections.awaiting(early.end()));
            Optional<Pages.Refusal> refusal = refusal(request);
            int largest = refusal.isPresent() ? 0 : limits.largestBody();
            CompletableFuture<byte[]> unused = RequestBody.read(request, largest, room)
                    .whenComplete((body, failure) -> {
                        if (refusal.isPresent()) {
                            early.reply(refusal.get());
                        } else if (body == null) {
                            refuse(early, failure);
                        } else {
                            answer(new Exchange(request, response, callback, connections, body));
                        }
                    });
            return true;
        }
    }

    private Optional<Pages.Refusal> refusal(Request request) {
        Optional<Pages.Refusal> foreign = hosts.refusal(request).map(problem -> pages.refusal(FORBIDDEN, problem));
        if (foreign.isPresent() || !request.getMethod().equals("POST")) {
            return foreign;
        }
        Set<String> types = pages.bodyTypes(Request.getPathInContext(request));
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        String named = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return types.isEmpty() || types.contains(named)
                ? Optional.empty()
                : Optional.of(pages.refusal(
                        WRONG_TYPE,
                        "Content-Type: \"" + named + "\" (expected: "
                                + String.join(" or ", types.stream().sorted().toList()) + ")"));
    }

    private void refuse(Exchange exchange, @Nullable Throwable failure) {
        if (!(failure instanceof RequestBody.Refused refused)) {
            exchange.callback().failed(failure); // the client closed the connection
        } else if (refused.problem() == RequestBody.Problem.TOO_LARGE) {
            exchange.reply(pages.refusal(TOO_LARGE, "larger than " + limits.largestBody() + " bytes"));
        } else {
            pages.refused();
            exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close");
            exchange.reply(pages.refusal(BUSY, "too many requests at a time"));
        }
    }

    private void answer(Exchange exchange) {
        connections.answering(exchange.end());
        try {
            pages.answer(exchange);
        } catch (RuntimeException e) {
            LOG.warn("Failed to answer {} {}", exchange.method(), exchange.path(), e);
            Response.writeError(exchange.request(), exchange.response(), exchange.callback(), INTERNAL_ERROR);
        }
    }

    /** Replies to bytes that are not HTTP, and to bugs; never with the error page of the container. */
    private boolean error(Request request, Response response, Callback callback) {
        int status = Math.max(BAD_REQUEST, response.getStatus());
        String problem = status < INTERNAL_ERROR ? "this request cannot be read" : "internal error";
        new Exchange(request, response, callback, connections, new byte[0]).reply(pages.refusal(status, problem));
        return true;
    }

    /** Stops the server; requests under way have a few seconds to finish, even if an interrupt ends the service. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("The server did not stop in time: {}", e.getMessage());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
