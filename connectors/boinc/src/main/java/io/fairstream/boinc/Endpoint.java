package io.fairstream.boinc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The gateway on HTTP: {@code POST /rpc.php} and {@code GET /get_project_config.php}. Threads, and the size and time of a request, are
 * bounded. TLS is a proxy's.
 */
public final class Endpoint implements AutoCloseable {
    static final int LARGEST_REQUEST = 1 << 20;
    private static final int THREADS = 32;
    private static final int BACKLOG = 256;

    private final Gateway gateway;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Consumer<String> messages;

    private Endpoint(Gateway gateway, HttpServer server, Consumer<String> messages) {
        this.gateway = gateway;
        this.server = server;
        this.messages = messages;
        this.threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "boinc-gateway");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Serves from now on.
     *
     * @param messages told of bugs, without secrets
     * @throws IOException if the address is taken
     */
    public static Endpoint start(Gateway gateway, InetSocketAddress address, Consumer<String> messages)
            throws IOException {
        preset("sun.net.httpserver.maxReqTime", "30");
        preset("sun.net.httpserver.maxRspTime", "90");
        preset("sun.net.httpserver.nodelay", "true"); // else each reply waits 40 ms for the client to confirm its head
        preset("jdk.httpserver.maxConnections", "4096");
        HttpServer server = HttpServer.create(address, BACKLOG);
        Endpoint endpoint = new Endpoint(gateway, server, messages);
        server.setExecutor(endpoint.threads);
        server.createContext("/", endpoint::handle);
        server.start();
        return endpoint;
    }

    /** The JDK's server has no other way to be told; whoever set a property is not overruled. */
    private static void preset(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String call =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            if (call.equals("POST /rpc.php")) {
                send(exchange, 200, reply(exchange));
            } else if (call.equals("GET /get_project_config.php")) {
                send(exchange, 200, gateway.projectConfig());
            } else {
                send(exchange, 404, ReplyText.DECLARATION + "<error>no such page</error>\n");
            }
        } catch (RuntimeException e) {
            messages.accept("error: a request was not answered: " + e);
            throw e;
        }
    }

    private String reply(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_REQUEST + 1);
        return body.length > LARGEST_REQUEST
                ? gateway.malformed("larger than " + LARGEST_REQUEST + " bytes")
                : gateway.answer(body);
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Requests under way are answered, for a few seconds. */
    @Override
    public void close() {
        server.stop(2);
        threads.shutdownNow();
    }
}
