package io.fairstream.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.testing.HttpServerRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardedServerTest extends HttpServerRules {
    static final HttpLimits SMALL = new HttpLimits(256, 128, Duration.ofSeconds(1), 10_000, 1 << 20);

    private static final InetSocketAddress ANY_PORT = InetSocketAddress.createUnresolved("127.0.0.1", 0);

    @SuppressWarnings("NullAway.Init") // before each test
    private GuardedServer guarded;

    @BeforeEach
    void start() throws IOException {
        guarded = start(ANY_PORT, "127.0.0.1");
    }

    private static GuardedServer start(InetSocketAddress address, String listened) throws IOException {
        return GuardedServer.start(
                "test", address, Optional.empty(), SMALL, AllowedHosts.ofThisMachine(listened), new Pages() {
                    @Override
                    public void answer(Exchange exchange) {
                        if (exchange.path().equals("/bug")) {
                            throw new IllegalStateException("secret");
                        }
                        exchange.reply(200, "text/plain", exchange.method() + " " + exchange.text());
                    }

                    @Override
                    public Refusal refusal(int status, String problem) {
                        return new Refusal(status, "text/plain", problem);
                    }

                    @Override
                    public Set<String> bodyTypes(String path) {
                        return Set.of("application/json");
                    }
                });
    }

    @AfterEach
    void stop() {
        guarded.close();
    }

    @Override
    protected URI server() {
        return URI.create(guarded.url());
    }

    @Override
    protected int tooLarge() {
        return SMALL.largestBody() + 1;
    }

    @Override
    protected List<String> wrongTypes() {
        return List.of("", "text/plain", "application/x-www-form-urlencoded", "application/jsonp");
    }

    @Test
    void aBodyIsTakenWhole() throws Exception {
        String body = "x".repeat(SMALL.largestBody());
        assertEquals("POST " + body, post("/", body).body());
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, localhost:8088, true, a name of this machine",
        "127.0.0.1, LocalHost, true, in whatever case",
        "127.0.0.1, 127.0.0.1:8088, true, an address of this machine",
        "127.0.0.1, '[::1]:8088', true, its other address",
        "127.0.0.2, 127.0.0.2:8088, true, the address where it listens",
        "127.0.0.1, 127.0.0.2:8088, false, where it does not",
        "desk.example, Desk.example:8088, true, this machine's own name",
        "127.0.0.1, desk.example:8088, false, any name may lead here",
        "127.0.0.1, localhost.desk.example, false, only the begin is the same",
        "::1, '[::1]:8088', true, the address where it listens",
    })
    @SuppressWarnings("AddressSelection") // an address, no name
    void theNameThatWasCalledDecides(String listened, String called, boolean isAllowed, String reason)
            throws IOException {
        try (GuardedServer other = start(ANY_PORT, listened);
                Socket socket = new Socket("127.0.0.1", other.address().getPort())) {
            String request = "GET / HTTP/1.1\r\nHost: " + called + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertEquals(isAllowed, reply.startsWith("HTTP/1.1 200 "), reason);
        }
    }

    @Test
    void aBugIsNotToldToClients() throws Exception {
        HttpResponse<String> reply = post("/bug", "");
        assertEquals(500, reply.statusCode());
        assertEquals("internal error", reply.body());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(guarded.url() + path))
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aTakenPortIsAnIoProblem() {
        InetSocketAddress taken = InetSocketAddress.createUnresolved(
                "127.0.0.1", guarded.address().getPort());
        assertThrows(IOException.class, () -> start(taken, "127.0.0.1"));
    }
}
