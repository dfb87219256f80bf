package io.fairstream.it.hostile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A registry that hands calls on to a good one, answers oddly about some ids, and can be away. */
final class OddRegistry implements AutoCloseable {
    private record Answer(int status, String body) {}

    private static final Map<Integer, Answer> ODD = Map.of(
            900_001, new Answer(200, "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax = \\\"proto3\\\";\"}"),
            900_002, new Answer(200, "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}"),
            900_003, new Answer(200, "{\"schema\":\"{no schema\"}"),
            900_004, new Answer(200, "<html>"),
            900_005, new Answer(400, "{\"error_code\":400,\"message\":\"bad\"}"),
            900_006, new Answer(404, "<html>not found</html>"),
            900_007, new Answer(422, "{\"error_code\":42201,\"message\":\"unprocessable\"}"),
            900_008, new Answer(500, "{\"error_code\":50001,\"message\":\"Error in the backend\"}"),
            900_009, new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));

    private static final int MAX_TRIES = 10;

    private final String behind;
    private final HttpServer server;
    private volatile boolean isAway;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<Integer, AtomicInteger> calls = new ConcurrentHashMap<>();

    /** @param behind where the good one is */
    OddRegistry(String behind) {
        this.behind = behind;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newFixedThreadPool(4, work -> {
            Thread thread = new Thread(work, "odd-registry");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    static List<Integer> oddIds() {
        return ODD.keySet().stream().sorted().toList();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the number of requests for an id. */
    int calls(int id) {
        AtomicInteger count = calls.get(id);
        return count == null ? 0 : count.get();
    }

    /** From now on it hangs up on everybody, or on nobody any more. */
    void beAway(boolean away) {
        isAway = away;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (isAway) {
                return;
            }
            String path = exchange.getRequestURI().getRawPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            Answer answer = null;
            if (path.matches("/schemas/ids/-?[0-9]{1,10}")) {
                int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
                calls.computeIfAbsent(id, any -> new AtomicInteger()).incrementAndGet();
                answer = ODD.get(id);
            }
            if (answer == null) {
                answer = handOn(exchange.getRequestMethod(), path, body);
            }
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Calls the good one, again if it has just closed the idle connection that was used. All calls are idempotent. */
    private Answer handOn(String method, String path, byte[] body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(behind + path))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .build();
        for (int tries = 1; ; tries++) {
            try {
                HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
                return new Answer(response.statusCode(), response.body());
            } catch (IOException e) {
                if (tries == MAX_TRIES) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
