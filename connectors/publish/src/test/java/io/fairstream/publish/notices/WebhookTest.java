package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.fairstream.publish.notices.Channel.Attempt;
import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.schemas.PlainJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class WebhookTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final byte[] SECRET = "Jefe".getBytes(StandardCharsets.UTF_8);

    private final List<String> received = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(exchange.getRequestHeaders().getFirst("X-Fairstream-Id") + " "
                    + exchange.getRequestHeaders().getFirst("X-Fairstream-Signature") + " " + body);
            exchange.getResponseHeaders().add("Retry-After", "90");
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Delivery delivery() {
        return Samples.to(new Recipient(
                Kind.WEBHOOK, "http://127.0.0.1:" + server.getAddress().getPort() + "/hook"));
    }

    /** Case 2 of RFC 4231. */
    @Test
    void theSignatureIsHmacSha256() {
        assertEquals(
                "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                Webhook.signature(SECRET, "what do ya want for nothing?".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theBodyIsTheNoticeWithTheSameIdAtEachAttempt() throws Exception {
        try (Webhook webhook = new Webhook(TIMEOUT, SECRET)) {
            assertInstanceOf(Attempt.Delivered.class, webhook.attempt(delivery()));
            assertInstanceOf(Attempt.Delivered.class, webhook.attempt(delivery()));
        }
        String body = PlainJson.write(Samples.physics().build());
        String expected = "fairstream.notices-0-17 " + Webhook.signature(SECRET, body.getBytes(StandardCharsets.UTF_8))
                + " " + body;
        assertEquals(List.of(expected, expected), received);
    }

    @Test
    void withoutASecretThereIsNoSignature() throws Exception {
        try (Webhook webhook = new Webhook(TIMEOUT, null)) {
            webhook.attempt(delivery());
        }
        assertTrue(received.get(0).startsWith("fairstream.notices-0-17 null {"), received.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | Delivered[]",
                "202 | Delivered[]",
                "301 | Refused[reason=HTTP 301]",
                "400 | Refused[reason=HTTP 400]",
                "404 | Refused[reason=HTTP 404]",
                "410 | Refused[reason=HTTP 410]",
                "429 | Failed[reason=HTTP 429, isOfAll=false, atLeast=PT1M30S]",
                "500 | Failed[reason=HTTP 500, isOfAll=false, atLeast=PT1M30S]",
                "503 | Failed[reason=HTTP 503, isOfAll=false, atLeast=PT1M30S]",
            })
    void theStatusDecides(int answer, String expected) throws Exception {
        status = answer;
        try (Webhook webhook = new Webhook(TIMEOUT, null)) {
            assertEquals(expected, webhook.attempt(delivery()).toString());
        }
        assertEquals(1, received.size(), "no redirect is followed");
    }

    @Test
    void aServerThatIsAwayIsTriedAgain() throws Exception {
        Delivery delivery = delivery();
        server.stop(0);
        try (Webhook webhook = new Webhook(TIMEOUT, null)) {
            assertInstanceOf(Attempt.Failed.class, webhook.attempt(delivery));
        }
    }
}
