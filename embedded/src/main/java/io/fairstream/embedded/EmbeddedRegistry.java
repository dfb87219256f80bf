package io.fairstream.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.fairstream.schemas.registry.RegistryException;
import io.fairstream.schemas.registry.Subjects;
import io.fairstream.schemas.tls.PemFiles;
import io.fairstream.schemas.tls.ServerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A schema registry on the loopback address for whoever talks to the embedded broker, in which it keeps its schemas. It speaks the
 * calls that serializers and tools of Confluent's registry need; a subject's next version must read what the one before wrote.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final int THREADS = 4;
    /** The best one first. */
    private static final List<String> MEDIA_TYPES = List.of(
            "application/vnd.schemaregistry.v1+json", "application/vnd.schemaregistry+json", "application/json");

    static {
        // the server writes head and body apart, and the second would wait 40 ms for the client's acknowledgement of
        // the first
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final SchemasTopic topic;
    private final RegistryCalls calls;
    private final HttpServer server;
    private final ExecutorService threads;

    private EmbeddedRegistry(SchemasTopic topic, RegistryCalls calls, HttpServer server) {
        this.topic = topic;
        this.calls = calls;
        this.server = server;
        this.threads = Executors.newFixedThreadPool(THREADS, EmbeddedRegistry::daemon);
    }

    /**
     * A registry with what the broker holds from before; it answers when this returns.
     *
     * @param port 1 to 65535, or 0 for any that is free
     * @throws EmbeddedException if the port is taken
     */
    public static EmbeddedRegistry start(String bootstrapServers, int port) {
        return start(bootstrapServers, port, Optional.empty());
    }

    /**
     * As {@link #start(String, int)}, on HTTPS if there is a certificate, which must be one of {@code 127.0.0.1}.
     *
     * @throws EmbeddedException if the port is taken, or there is none in these files
     */
    public static EmbeddedRegistry start(String bootstrapServers, int port, Optional<PemFiles> certificate) {
        Optional<SSLContext> tls = certificate.map(EmbeddedRegistry::tls);
        HttpServer server = bind(port, tls);
        SchemasTopic topic;
        Subjects subjects = new Subjects();
        try {
            topic = new SchemasTopic(bootstrapServers);
            topic.read(subjects::add);
        } catch (RuntimeException e) {
            server.stop(0);
            throw e;
        }
        EmbeddedRegistry registry = new EmbeddedRegistry(topic, new RegistryCalls(subjects, topic::write), server);
        server.setExecutor(registry.threads);
        server.createContext("/", registry::handle);
        server.start();
        return registry;
    }

    /** The value for {@code schema.registry.url}. */
    public String url() {
        return (server instanceof HttpsServer ? "https://" : "http://") + LoopbackPort.HOST + ":"
                + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        topic.close();
    }

    private static SSLContext tls(PemFiles certificate) {
        try {
            return ServerTls.of(certificate);
        } catch (IOException | GeneralSecurityException e) {
            throw new EmbeddedException("certificate: " + e + " (expected: PEM files of a certificate and its key)", e);
        }
    }

    private static HttpServer bind(int port, Optional<SSLContext> tls) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            if (tls.isEmpty()) {
                return HttpServer.create(address, 0);
            }
            HttpsServer server = HttpsServer.create(address, 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls.get()) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                    ssl.setProtocols(ServerTls.protocols());
                    parameters.setSSLParameters(ssl);
                }
            });
            return server;
        } catch (IOException e) {
            throw new EmbeddedException("port: " + port + " (expected: a free port on " + LoopbackPort.HOST + ")", e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "schema-registry");
        thread.setDaemon(true);
        return thread;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            try {
                send(
                        exchange,
                        200,
                        calls.answer(
                                exchange.getRequestMethod(),
                                RegistryCalls.segments(exchange.getRequestURI().getRawPath()),
                                Objects.requireNonNullElse(
                                        exchange.getRequestURI().getQuery(), ""),
                                body));
            } catch (RegistryException e) {
                send(
                        exchange,
                        e.code() >= 1000 ? e.code() / 100 : e.code(),
                        RegistryCalls.json(e).toString());
            } catch (RuntimeException e) {
                send(
                        exchange,
                        500,
                        RegistryCalls.json(new RegistryException(50001, "Error in the store: " + e, e))
                                .toString());
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String answer) throws IOException {
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", mediaType(exchange));
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** The best of those that the client names; if it names none of them, the best of all. */
    private static String mediaType(HttpExchange exchange) {
        String accepted = String.valueOf(exchange.getRequestHeaders().get("Accept"));
        return MEDIA_TYPES.stream().filter(accepted::contains).findFirst().orElse(MEDIA_TYPES.get(0));
    }
}
