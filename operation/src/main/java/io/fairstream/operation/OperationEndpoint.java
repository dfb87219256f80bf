package io.fairstream.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.operation.Health.Answer;
import io.fairstream.streams.app.WatchedInstance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Metrics and health of an instance on HTTP: {@code /metrics}, {@code /health/live}, {@code /health/ready} and {@code /health/startup}.
 * Nothing can be changed here, and no customer's name is shown. Nothing asks for a password or speaks TLS: that is a proxy's.
 */
public final class OperationEndpoint implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int CONNECTIONS = 64;
    private static final int LARGEST_HEAD = 8 << 10;
    private static final Duration IDLE = Duration.ofSeconds(30);

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
    private final Server server;
    private final ServerConnector connector;

    private OperationEndpoint(WatchedInstance instance, String version, InetSocketAddress address) {
        metrics = new Metrics(instance, version);
        Health health = new Health(instance);
        probes.put("/health/live", health::live);
        probes.put("/health/ready", health::ready);
        probes.put("/health/startup", health::startup);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("operation");
        threads.setDaemon(true);
        server = new Server(threads);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(LARGEST_HEAD);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        server.setHandler(new Pages());
    }

    /**
     * Serves from now on, whether the instance has started or not.
     *
     * @param version of Fairstream
     * @param address port 0 for any that is free
     * @throws IOException if the address is taken
     */
    public static OperationEndpoint start(WatchedInstance instance, String version, InetSocketAddress address)
            throws IOException {
        OperationEndpoint endpoint = new OperationEndpoint(instance, version, address);
        try {
            endpoint.server.start();
            return endpoint;
        } catch (IOException e) {
            endpoint.close();
            throw e;
        } catch (Exception e) {
            endpoint.close();
            throw new IllegalStateException("the server does not start: " + e.getMessage(), e);
        }
    }

    /** Where it is. */
    public String url() {
        String host = connector.getHost();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + connector.getLocalPort();
    }

    private final class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            boolean isRead =
                    request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
            Supplier<Answer> probe = probes.get(path);
            if (!isRead) {
                send(response, callback, NOT_ALLOWED, TEXT, "only GET\n");
            } else if (path.equals("/metrics")) {
                send(response, callback, OK, METRICS_TEXT, metrics.scrape());
            } else if (probe != null) {
                answer(request, response, callback, probe.get());
            } else {
                int status = path.equals("/") ? OK : NOT_FOUND;
                send(response, callback, status, TEXT, "/metrics\n" + String.join("\n", probes.keySet()) + "\n");
            }
            return true;
        }
    }

    private static void answer(Request request, Response response, Callback callback, Answer answer) {
        int status = answer.ok() ? OK : UNAVAILABLE;
        String accepted = request.getHeaders().get(HttpHeader.ACCEPT);
        if (accepted != null && accepted.contains(JSON)) {
            send(response, callback, status, JSON, json(answer));
        } else {
            send(response, callback, status, TEXT, answer.reason() + "\n");
        }
    }

    private static String json(Answer answer) {
        try {
            return MAPPER.writeValueAsString(answer) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Response response, Callback callback, int status, String type, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Also if it is an interrupt that ends the service. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop: " + e.getMessage(), e);
        } finally {
            metrics.close();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
