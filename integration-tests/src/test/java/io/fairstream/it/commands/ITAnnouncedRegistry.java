package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever may write to the cluster can name a registry of their own to everybody. */
class ITAnnouncedRegistry {
    @TempDir
    private Path folder;

    @Test
    void credentialsGoToNoRegistryThatOnlyTheClusterNames() throws IOException {
        List<String> authorizations = new CopyOnWriteArrayList<>();
        HttpServer registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/", exchange -> {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] answer = "{\"id\":1}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        registry.start();
        String url = "http://127.0.0.1:" + registry.getAddress().getPort();
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            EmbeddedRegistry.announce(cluster.bootstrapServers(), url);
            assertEquals(0, run(cluster, "topics", "create").exitCode());
            Path events = Files.writeString(folder.resolve("events.json"), """
                {"resource": "slot1@node7", "at": "2026-03-02T08:00:00Z", "change": {"Matched": {"customer": "alice"}}}
                """);
            Console announced = run(cluster, "produce", "matches", events.toString());
            assertEquals(0, announced.exitCode(), announced.toString());
            assertFalse(authorizations.isEmpty());
            assertEquals(List.of("null"), authorizations.stream().distinct().toList());
            assertTrue(
                    announced
                            .err()
                            .contains(
                                    "warning: the schema registry at " + url
                                            + " is published by the cluster, not configured here: basic.auth.credentials.source, "
                                            + "basic.auth.user.info not sent to it (expected: --schema-registry URL, to send them)"),
                    announced.toString());
            authorizations.clear();
            Console configured = run(cluster, "produce", "matches", events.toString(), "--schema-registry", url);
            assertEquals(0, configured.exitCode(), configured.toString());
            assertEquals(
                    List.of("Basic bWU6c2VjcmV0"),
                    authorizations.stream().distinct().toList());
        } finally {
            registry.stop(0);
        }
    }

    private static Console run(EmbeddedCluster cluster, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--bootstrap-server", cluster.bootstrapServers()));
        words.addAll(
                List.of("--set", "basic.auth.credentials.source=USER_INFO", "--set", "basic.auth.user.info=me:secret"));
        return Console.run(words.toArray(String[]::new));
    }
}
