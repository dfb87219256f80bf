package io.fairstream.it.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.embedded.LoopbackPort;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The machine's own Prometheus with our rules, scraping one address every few seconds. */
final class PrometheusProcess implements AutoCloseable {
    static final Path PROGRAM = Path.of("/usr/bin/prometheus");
    private static final Path CHECKER = Path.of("/usr/bin/promtool");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** Between two scrapes, and the longest that one may take: one that takes longer leaves each panel without its newest value. */
    private static final String SCRAPE = "5s";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final String url;

    private PrometheusProcess(Process process, Path log, String url) {
        this.process = process;
        this.log = log;
        this.url = url;
    }

    static PrometheusProcess start(Path directory, Path rules, URI scraped) throws IOException {
        Path config = directory.resolve("prometheus.yml");
        Files.writeString(
                config,
                String.join(
                        "\n",
                        "global: {scrape_interval: " + SCRAPE + ", scrape_timeout: " + SCRAPE
                                + ", evaluation_interval: 1s}",
                        "rule_files: [\"" + rules.toAbsolutePath().normalize() + "\"]",
                        "scrape_configs:",
                        "  - job_name: fairstream",
                        "    static_configs: [{targets: [\"" + scraped.getAuthority() + "\"]}]",
                        ""));
        int port = LoopbackPort.anyFree();
        Path log = directory.resolve("prometheus.log");
        Process process = new ProcessBuilder(
                        PROGRAM.toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new PrometheusProcess(process, log, "http://127.0.0.1:" + port);
    }

    /** Returns what promtool prints of a file of rules if it finds a fault in it. */
    static String faults(Path rules) throws IOException, InterruptedException {
        Process checker = new ProcessBuilder(CHECKER.toString(), "check", "rules", rules.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(checker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return checker.waitFor() == 0 ? "" : said;
    }

    /** The results of a query now. */
    JsonNode query(String query) {
        return get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                .at("/data/result");
    }

    /** The only number that a query gives now. */
    double number(String query) {
        return query(query).at("/0/value/1").asDouble(Double.NaN);
    }

    /** All rules with what became of them. */
    List<JsonNode> rules() {
        return get("/api/v1/rules").findParents("health");
    }

    /** Waits until something holds. */
    void await(Supplier<String> what, Supplier<Boolean> holds) throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!holds.get()) {
            if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                throw new AssertionError("not within " + PATIENCE + ": " + what.get() + "\n" + log());
            }
            Thread.sleep(250);
        }
    }

    private JsonNode get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
        try {
            String body =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return body.startsWith("{") ? MAPPER.readTree(body) : MAPPER.createObjectNode();
        } catch (IOException notYet) {
            return MAPPER.createObjectNode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
