package io.fairstream.it.monitoring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.app.FairstreamApp;
import io.fairstream.app.OperationEndpoint;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.testing.NeededProgram;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Every panel shows something, every alert can be evaluated, and what is wrong is seen. */
class ITMonitoring {
    private static final Path RULES = Dashboards.FOLDER.resolve("alerts.yml");
    private static final Map<String, String> SETTINGS = Map.of("fairshare.interval", "PT1S");
    private static final int MAX_SERIES = 300;

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void eachPanelShowsSomethingAndTheAlertsSeeWhatIsWrong() throws Exception {
        NeededProgram.PROMETHEUS.assumeInstalled(Files.isExecutable(PrometheusProcess.PROGRAM), ITMonitoring.class);
        assertEquals("", PrometheusProcess.faults(RULES));
        Site site = CLUSTER.site("monitoring", SETTINGS);
        WatchedPool pool = new WatchedPool(site);
        pool.open();
        FairstreamApp app = site.start(Map.of());
        OperationEndpoint endpoint =
                OperationEndpoint.start(app, "1.2.3", InetSocketAddress.createUnresolved("127.0.0.1", 0));
        try (PrometheusProcess prometheus = PrometheusProcess.start(directory, RULES, URI.create(endpoint.url()))) {
            prometheus.await(() -> "the first scrape", () -> prometheus.number("up") == 1);
            Map<String, String> queries = Dashboards.queries();
            prometheus.await(() -> "results of " + empty(prometheus, queries), () -> {
                pool.happen();
                Set<String> empty = empty(prometheus, queries);
                if (empty.stream().anyMatch(query -> query.contains("_gc_"))) {
                    System.gc();
                }
                return empty.isEmpty();
            });
            assertEquals(200, status(endpoint.url() + "/health/live"));
            assertEquals(200, status(endpoint.url() + "/health/startup"));
            assertAlerts(prometheus, pool);
            assertBounds(prometheus);
            app.close();
            assertEquals(503, status(endpoint.url() + "/health/ready"));
            prometheus.await(
                    () -> "the alert of an instance that runs no more",
                    () -> isActive(prometheus, "FairstreamNotRunning"));
            endpoint.close();
            prometheus.await(
                    () -> "the alert of an instance that is down",
                    () -> isActive(prometheus, "FairstreamInstanceDown"));
        } finally {
            endpoint.close();
        }
    }

    @Test
    void runSaysWhereItServesOrThatItCannot() throws Exception {
        Site site = CLUSTER.site("monitoring-run", SETTINGS);
        try (TopologyProcess process = site.process(Map.of("operation.port", "0"))) {
            Matcher address = await(process, Pattern.compile("Metrics and health at (http://127\\.0\\.0\\.1:\\d+)"));
            await(process, Pattern.compile("Ctrl-C stops it"));
            assertEquals(200, status(address.group(1) + "/health/startup"));
            assertEquals(200, status(address.group(1) + "/health/live"));
            String port = Integer.toString(URI.create(address.group(1)).getPort());
            try (TopologyProcess other =
                    site.process(Map.of("operation.port", port, "state.dir", directory.toString()))) {
                assertEquals(1, other.awaitEnd(Duration.ofMinutes(2)));
                assertTrue(
                        other.log().contains("operation.port: 127.0.0.1:" + port + " (expected: a free port)"),
                        other.log());
            }
        }
    }

    private static Matcher await(TopologyProcess process, Pattern text) throws InterruptedException {
        Matcher found = text.matcher(process.log());
        for (int i = 0; !found.find() && i < 3000; i++) {
            Thread.sleep(100);
            found = text.matcher(process.log());
        }
        found.reset();
        assertTrue(found.find(), process.log());
        return found;
    }

    /** The panels that show nothing, or nothing that is a number. */
    private static Set<String> empty(PrometheusProcess prometheus, Map<String, String> queries) {
        Set<String> empty = new TreeSet<>();
        queries.forEach((place, query) -> {
            boolean hasNumber = false;
            for (JsonNode result : prometheus.query(query)) {
                hasNumber |= Double.isFinite(result.at("/value/1").asDouble(Double.NaN));
            }
            if (!hasNumber) {
                empty.add(place + ": " + query);
            }
        });
        return empty;
    }

    private static void assertAlerts(PrometheusProcess prometheus, WatchedPool pool) throws InterruptedException {
        prometheus.await(() -> "the evaluation of all rules", () -> {
            List<JsonNode> rules = prometheus.rules();
            return !rules.isEmpty()
                    && rules.stream()
                            .allMatch(rule -> rule.get("health").asText().equals("ok"));
        });
        prometheus.await(() -> "the alerts of dead letters and rejections", () -> {
            pool.happen();
            return isActive(prometheus, "FairstreamDeadLetters") && isActive(prometheus, "FairstreamRejections");
        });
        for (String quiet : List.of(
                "FairstreamInstanceDown", "FairstreamNobodyRuns", "FairstreamNotRunning", "FairstreamThreadStuck")) {
            prometheus.await(() -> quiet + " is pending or fires", () -> !isActive(prometheus, quiet));
        }
    }

    private static boolean isActive(PrometheusProcess prometheus, String alert) {
        return prometheus.rules().stream()
                .anyMatch(rule -> rule.path("name").asText().equals(alert)
                        && !rule.path("state").asText().equals("inactive"));
    }

    private static void assertBounds(PrometheusProcess prometheus) {
        double series = prometheus.number("scrape_samples_scraped");
        assertTrue(series > 100 && series <= MAX_SERIES, series + " series");
    }

    private static int status(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
