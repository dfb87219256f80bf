package io.fairstream.it.commands;

import io.fairstream.embedded.LoopbackPort;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;

/** The same topics and commands with Apicurio Registry, which keeps the schemas in its memory, in the place of the embedded registry. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // started before all tests
final class ITApicurio extends ITGoldenOutput {
    private static final Path JAR = Path.of("target", "apicurio", "apicurio-registry-app-3.0.9-runner.jar");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Process registry;

    @Override
    Map<String, String> registry() throws Exception {
        Assumptions.assumeTrue(Files.exists(JAR), "skipped: only -Plong fetches Apicurio Registry");
        String address = "http://127.0.0.1:" + LoopbackPort.anyFree();
        Path log = Path.of("target", "apicurio.log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=" + URI.create(address).getPort(),
                        "-jar",
                        JAR.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        registry = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(registry::destroyForcibly));
        String url = address + "/apis/ccompat/v7";
        awaitAnswer(URI.create(url + "/subjects"), log);
        return Map.of("schema.registry.url", url);
    }

    private void awaitAnswer(URI call, Path log) throws Exception {
        Instant deadline = Instant.now().plus(PATIENCE);
        HttpClient client = HttpClient.newHttpClient();
        while (registry.isAlive() && Instant.now().isBefore(deadline)) {
            try {
                if (client.send(HttpRequest.newBuilder(call).build(), BodyHandlers.discarding())
                                .statusCode()
                        == 200) {
                    return;
                }
            } catch (ConnectException e) {
                // it starts
            }
            Thread.sleep(200);
        }
        throw new AssertionError(call + " does not answer\n" + Files.readString(log));
    }

    @AfterAll
    void stopRegistry() {
        if (registry != null) {
            registry.destroy();
        }
    }
}
