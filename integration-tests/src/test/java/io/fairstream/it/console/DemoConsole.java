package io.fairstream.it.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.harness.JavaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo with its console, after its fortnight: it stays while somebody looks. */
final class DemoConsole implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("In a browser: (http://\\S+)/");
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TemporaryDirectory directory;
    private final JavaProcess process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final InputStream looking;

    private DemoConsole(TemporaryDirectory directory, JavaProcess process, String url)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.process = process;
        this.url = url;
        this.looking = client.send(
                        HttpRequest.newBuilder(URI.create(url + "/api/v1/status"))
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    /** Plays it through, with the seed of which pictures are made. */
    static DemoConsole start() throws IOException, InterruptedException {
        TemporaryDirectory directory = TemporaryDirectory.create();
        JavaProcess process =
                JavaProcess.ofCommand(directory.path(), List.of("demo", "--seconds", "10", "--seed", "1"));
        DemoConsole demo =
                new DemoConsole(directory, process, awaitLine(process, ADDRESS).group(1));
        awaitLine(process, Pattern.compile("The two weeks are over"));
        return demo;
    }

    private static Matcher awaitLine(JavaProcess process, Pattern line) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            Matcher found = line.matcher(process.log());
            if (found.find()) {
                return found;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("no \"" + line + "\":\n" + process.log());
    }

    /** Without a slash at the end. */
    String url() {
        return url;
    }

    /** Returns the answer to a question. */
    JsonNode ask(String path) throws IOException, InterruptedException {
        return JSON.readTree(text(path));
    }

    /** Returns the answer to a question as text. */
    String text(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(url + "/api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (response.statusCode() != 200) {
            throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    /** Where its Kafka is. */
    String bootstrapServers() throws IOException, InterruptedException {
        return ask("me").path("bootstrap").asText();
    }

    @Override
    public void close() {
        try {
            looking.close();
        } catch (IOException e) {
            // it is gone, as is wanted
        }
        process.close();
        directory.close();
    }
}
