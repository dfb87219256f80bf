package io.fairstream.it.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TopologyProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code fairstream console} of a site, a process of its own at an address that was free. */
final class SiteConsole implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("Console {2}(http://\\S+)/");
    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TopologyProcess process;
    private final String url;
    private final HttpClient client = HttpClient.newHttpClient();

    private SiteConsole(TopologyProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    /** An answer of the console. */
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        /** The words of a problem; empty if it is none. */
        String problem() {
            return json().path("problem").asText();
        }

        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (JsonProcessingException e) {
                throw new AssertionError(response.body(), e);
            }
        }

        /** A field of all rows. */
        List<String> values(String field) {
            List<String> values = new ArrayList<>();
            for (JsonNode section : json().path("sections")) {
                section.path("rows")
                        .forEach(
                                row -> values.add(row.path("fields").path(field).asText()));
            }
            return values;
        }
    }

    /** Starts it and waits until it says where it is. */
    static SiteConsole start(Site site, String listen, String... options) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("console", "--listen", listen));
        words.addAll(List.of(options));
        TopologyProcess process = site.command(words);
        long deadline = System.nanoTime() + LONGEST_START.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            Matcher found = ADDRESS.matcher(process.log());
            if (found.find()) {
                return new SiteConsole(process, found.group(1));
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no console:\n" + process.log());
    }

    /** Without a slash at the end. */
    String url() {
        return url;
    }

    String log() {
        return process.log();
    }

    String commandLine() {
        return process.commandLine();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** @param headers names and values in turn */
    Reply get(String path, String... headers) throws IOException, InterruptedException {
        return new Reply(client.send(request(path, headers).build(), text()));
    }

    CompletableFuture<Reply> getSoon(String path) {
        return client.sendAsync(request(path).build(), text()).thenApply(Reply::new);
    }

    Reply post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest request = request(path, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return new Reply(client.send(request, text()));
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(LONGEST_ANSWER);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.close();
    }
}
