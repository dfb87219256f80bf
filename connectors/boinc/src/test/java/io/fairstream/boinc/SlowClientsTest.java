package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.boinc.RequestCounts.Kind;
import io.fairstream.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strangers may do this to the gateway before they have logged in; others notice nothing of it. */
@Timeout(300)
class SlowClientsTest {
    private static final String ATTACH = RawClient.post(Sample.recorded("attach.xml"));
    /** Longer than any machine takes for a reply that waits for nobody. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String HALF = ATTACH.substring(0, ATTACH.length() / 2);

    private final Sample sample = new Sample();
    private final Gateway gateway = sample.gateway(Sample.NOON);
    private final List<RawClient> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // at the start of each test
    private Endpoint endpoint;

    private void start(HttpLimits limits) throws IOException {
        endpoint = Endpoint.start(
                gateway,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                limits,
                sample.messages::add);
    }

    private static HttpLimits limits(int connections, int ofAddress, Duration patience) {
        return new HttpLimits(
                connections, ofAddress, patience, HttpLimits.DEFAULT.largestBody(), HttpLimits.DEFAULT.bufferedBytes());
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        endpoint.close();
    }

    private RawClient client(String address) throws IOException {
        RawClient client = RawClient.from(address, endpoint);
        clients.add(client);
        return client;
    }

    private void assertServed(String address) throws IOException {
        String reply = client(address).send(ATTACH).reply();
        assertTrue(reply.contains("<signing_key>"), reply);
    }

    @Test
    void halfSentRequestsKeepNobodyElseWaiting() throws IOException {
        start(limits(4_096, 256, PATIENCE));
        for (int i = 0; i < 200; i++) {
            client("127.0.0.1").send(i % 2 == 0 ? HALF : HALF.substring(0, 30));
        }
        long begin = System.nanoTime();
        assertServed("127.0.0.1");
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        assertTrue(took.compareTo(PATIENCE) < 0, took.toString());
    }

    @Test
    void noAddressTakesTheConnectionsOfOthers() throws Exception {
        start(limits(64, 8, Duration.ofSeconds(30)));
        for (int i = 0; i < 98; i++) {
            client("127.0.0.2");
        }
        assertServed("127.0.0.1");
        awaitRefused(90);
        for (RawClient client : clients) {
            client.close();
        }
        awaitPlace();
    }

    /** Connections are counted by the thread that takes them, which may be behind. */
    private void awaitRefused(long wanted) throws InterruptedException {
        for (int i = 0; i < 100 && refused() < wanted; i++) {
            Thread.sleep(50);
        }
        assertEquals(wanted, refused());
    }

    private long refused() {
        return gateway.requestCounts().get(Kind.CONNECTIONS_REFUSED);
    }

    /** The server hears of closed connections a moment later. */
    private void awaitPlace() throws IOException, InterruptedException {
        for (int i = 0; i < 100; i++) {
            long before = refused();
            RawClient client = client("127.0.0.2");
            Thread.sleep(50);
            if (refused() == before) {
                assertTrue(client.send(ATTACH).reply().contains("<signing_key>"));
                return;
            }
        }
        throw new AssertionError("no place");
    }

    @Test
    void aRequestThatComesByteByByteIsCut() throws Exception {
        start(limits(64, 64, Duration.ofMillis(1_500)));
        for (String begin : List.of("", "POST /r", HALF)) {
            RawClient client = client("127.0.0.1").send(begin);
            Thread trickle = new Thread(() -> {
                try {
                    while (true) {
                        client.send(" ");
                        Thread.sleep(100);
                    }
                } catch (IOException | InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            });
            trickle.setDaemon(true);
            trickle.start();
            String rest = client.rest();
            assertFalse(rest.contains("200 OK"), rest);
            trickle.join();
        }
    }

    @Test
    void aConnectionThatAsksNothingMoreIsClosed() throws IOException {
        start(limits(64, 64, Duration.ofSeconds(1)));
        RawClient client = client("127.0.0.1").send(ATTACH);
        assertTrue(client.reply().contains("<signing_key>"));
        assertEquals("", client.rest());
    }

    @Test
    void aReplyThatTakesLongerThanClientsMayTakeIsGivenNevertheless() throws IOException {
        sample.delay = Duration.ofSeconds(3);
        start(limits(64, 64, Duration.ofSeconds(1)));
        assertServed("127.0.0.1");
    }

    @Test
    void bodiesOfStrangersTakeNoMoreMemoryThanTheyMay() throws Exception {
        start(new HttpLimits(64, 64, Duration.ofSeconds(30), HttpLimits.DEFAULT.largestBody(), 300_000));
        String large = RawClient.post(" ".repeat(200_000));
        client("127.0.0.1").send(large.substring(0, 190_000));
        client("127.0.0.1").send(large.substring(0, 190_000));
        for (int i = 0; i < 500 && refused() == 0; i++) {
            Thread.sleep(20);
        }
        assertEquals(1, refused(), "one of the two");
        assertServed("127.0.0.1");
        for (RawClient client : clients) {
            client.close();
        }
        String again = "";
        for (int i = 0; i < 100 && !again.contains("<error_num>-112</error_num>"); i++) {
            Thread.sleep(50);
            again = client("127.0.0.1").send(large).reply();
        }
        assertTrue(again.contains("<error_num>-112</error_num>"), "there is room again: " + again);
    }
}
