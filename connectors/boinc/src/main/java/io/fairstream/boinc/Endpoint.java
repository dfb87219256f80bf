package io.fairstream.boinc;

import io.fairstream.schemas.tls.ServerTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
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

/**
 * The gateway on HTTP or HTTPS: {@code POST /rpc.php} and {@code GET /get_project_config.php}. No thread waits for a client or for the cluster;
 * what clients may take is bounded by {@link EndpointLimits}.
 */
public final class Endpoint implements AutoCloseable {
    static final int LARGEST_REQUEST = 1 << 20;
    private static final int LARGEST_HEAD = 8 << 10;
    private static final int THREADS = 32;
    private static final int BACKLOG = 256;
    private static final Duration SWEEP = Duration.ofMillis(500);
    private static final Duration FAREWELL = Duration.ofSeconds(2);
    /** Longer than any reply takes to be made; {@link OpenConnections} cuts earlier who is late. */
    private static final Duration IDLE = Duration.ofMinutes(2);

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int INTERNAL_ERROR = 500;
    private static final int BUSY = 503;

    private final Gateway gateway;
    private final Server server;
    private final ServerConnector connector;
    private final OpenConnections connections;
    private final AtomicLong room;
    private final Consumer<String> messages;

    private Endpoint(
            Gateway gateway,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            EndpointLimits limits,
            Consumer<String> messages) {
        this.gateway = gateway;
        this.messages = messages;
        this.room = new AtomicLong(limits.bufferedBytes());
        this.connections = new OpenConnections(
                limits.connectionsOfAddress(),
                limits.patience(),
                () -> gateway.tally().count(Tally.Kind.CONNECTIONS_REFUSED));
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("boinc-gateway");
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
        server.setHandler(new GracefulHandler(new Calls()));
        server.setErrorHandler(this::error);
        server.setStopTimeout(FAREWELL.toMillis());
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
        return configuration;
    }

    /**
     * Serves from now on.
     *
     * @param tls to speak HTTPS; empty for HTTP
     * @param messages told of bugs, without secrets
     * @throws IOException if the address is taken
     */
    public static Endpoint start(
            Gateway gateway,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            EndpointLimits limits,
            Consumer<String> messages)
            throws IOException {
        Endpoint endpoint = new Endpoint(gateway, address, tls, limits, messages);
        try {
            endpoint.server.start();
        } catch (IOException e) {
            endpoint.close();
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the server does not start: " + e.getMessage(), e);
        }
        endpoint.sweep();
        return endpoint;
    }

    private void sweep() {
        connections.cutLate();
        if (server.isRunning()) {
            server.getScheduler().schedule(this::sweep, SWEEP);
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(connector.getHost(), connector.getLocalPort());
    }

    private final class Calls extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
            Request.addCompletionListener(request, failure -> connections.awaiting(end));
            String call = request.getMethod() + " " + Request.getPathInContext(request);
            if (call.equals("POST /rpc.php")) {
                CompletableFuture<String> unused = Body.read(request, LARGEST_REQUEST, room)
                        .thenCompose(body -> {
                            connections.answering(end);
                            return gateway.answer(body, server.getThreadPool());
                        })
                        .whenComplete((text, failure) -> {
                            connections.awaiting(end);
                            reply(request, response, callback, text, failure);
                        });
            } else if (call.equals("GET /get_project_config.php")) {
                send(response, OK, gateway.projectConfig(), callback);
            } else {
                send(response, NOT_FOUND, error("no such page"), callback);
            }
            return true;
        }
    }

    private void reply(
            Request request, Response response, Callback callback, @Nullable String text, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (text != null) {
            send(response, OK, text, callback);
        } else if (cause instanceof Body.Refused refused) {
            refuse(refused.problem(), response, callback);
        } else if (cause instanceof IOException || cause instanceof TimeoutException) {
            callback.failed(cause); // the client broke off
        } else {
            messages.accept("error: a request was not answered: " + cause);
            Response.writeError(request, response, callback, INTERNAL_ERROR);
        }
    }

    private void refuse(Body.Problem problem, Response response, Callback callback) {
        if (problem == Body.Problem.TOO_LARGE) {
            send(response, OK, gateway.malformed("larger than " + LARGEST_REQUEST + " bytes"), callback);
        } else {
            gateway.tally().count(Tally.Kind.CONNECTIONS_REFUSED);
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            send(response, BUSY, error("too many requests at a time"), callback);
        }
    }

    /** What is no HTTP, and whatever goes wrong: never what the server itself says of it. */
    private boolean error(Request request, Response response, Callback callback) {
        int status = Math.max(BAD_REQUEST, response.getStatus());
        String problem = status < INTERNAL_ERROR ? "this request cannot be read" : "this request was not answered";
        send(response, status, error(problem), callback);
        return true;
    }

    private static String error(String problem) {
        return ReplyText.DECLARATION + "<error>" + problem + "</error>\n";
    }

    private static void send(Response response, int status, String text, Callback callback) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/xml; charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Requests under way are answered, for a few seconds, also if it is an interrupt that ends the service. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try {
            server.stop();
        } catch (Exception e) {
            messages.accept("warning: the server did not stop by itself: " + e.getMessage());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
