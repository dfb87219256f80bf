package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.WatchedInstance.Restoration;
import io.fairstream.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperationEndpointTest {
    private static final InetSocketAddress ANY_PORT = InetSocketAddress.createUnresolved("127.0.0.1", 0);

    private final SampleInstance instance = new SampleInstance();
    private final HttpClient client = HttpClient.newHttpClient();
    private OperationEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = OperationEndpoint.start(instance, "1.2.3", ANY_PORT);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void servesMetricsAsPrometheusReadsThem() throws Exception {
        HttpResponse<String> page = get("/metrics", "*/*");
        assertEquals(200, page.statusCode());
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                page.headers().firstValue("Content-Type").orElseThrow());
        assertTrue(page.body().contains("# TYPE fairstream_client_state gauge"));
    }

    @Test
    void answersInOneLineOfTextOrInJson() throws Exception {
        assertEquals("alive: RUNNING\n", get("/health/live", "*/*").body());
        HttpResponse<String> json = get("/health/ready", "application/json");
        assertEquals("{\"ok\":true,\"reason\":\"ready: running and caught up\"}\n", json.body());
        assertEquals(
                "application/json", json.headers().firstValue("Content-Type").orElseThrow());
    }

    @Test
    void halfOpenConnectionsOfOneAddressKeepNoProbeOutBeyondThisMachine() throws Exception {
        HttpLimits limits = OperationEndpoint.limits("0.0.0.0");
        assertEquals(limits.connections(), OperationEndpoint.limits("localhost").connectionsOfAddress());
        endpoint.close();
        endpoint = new OperationEndpoint(
                instance,
                "1.2.3",
                InetSocketAddress.createUnresolved("0.0.0.0", 0),
                new HttpLimits(limits.connections(), limits.connectionsOfAddress(), Duration.ofMinutes(10), 1, 1));
        int port = URI.create(endpoint.url()).getPort();
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket();
                strangers.add(socket);
                socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 0));
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
            assertEquals(
                    "alive: RUNNING\n",
                    client.send(
                                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health/live"))
                                            .timeout(Duration.ofMinutes(2))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body());
        } finally {
            for (Socket socket : strangers) {
                socket.close();
            }
        }
    }

    @Test
    void answers503WhileItStarts() throws Exception {
        instance.state = KafkaStreams.State.REBALANCING;
        instance.hasRun = false;
        instance.restoration = new Restoration(10, 5);
        HttpResponse<String> startup = get("/health/startup", "*/*");
        assertEquals(503, startup.statusCode());
        assertEquals("starting: REBALANCING, 50 % of the local state restored, 5 records left\n", startup.body());
        assertEquals(503, get("/health/ready", "*/*").statusCode());
        assertEquals(200, get("/health/live", "*/*").statusCode());
    }

    @Test
    void saysWhatThereIs() throws Exception {
        String pages = "/metrics\n/health/live\n/health/ready\n/health/startup\n";
        assertEquals(pages, get("/", "*/*").body());
        assertEquals(404, get("/health", "*/*").statusCode());
    }

    @Test
    void nothingCanBeChanged() throws Exception {
        HttpRequest post = HttpRequest.newBuilder(URI.create(endpoint.url() + "/health/live"))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertEquals(
                405, client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    @Test
    void aTakenPortIsAnIoProblem() {
        InetSocketAddress taken = InetSocketAddress.createUnresolved(
                "127.0.0.1", URI.create(endpoint.url()).getPort());
        assertThrows(IOException.class, () -> OperationEndpoint.start(instance, "1.2.3", taken));
    }

    private HttpResponse<String> get(String page, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint.url() + page))
                .header("Accept", accept)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
