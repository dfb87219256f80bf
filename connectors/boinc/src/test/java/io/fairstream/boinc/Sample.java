package io.fairstream.boinc;

import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Project;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A gateway for alice, whose password is correct-horse, with two projects. Synthetic, but for the recorded requests. */
final class Sample implements GatewayBackend {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    static final String HASH = "36ef39e4c6edf03c4b6d2827ad0a22be";
    static final UrlSigner SIGNER = UrlSigner.of(UrlSigner.newKey());

    final List<HostReport> delivered = Collections.synchronizedList(new ArrayList<>());
    final List<String> messages = Collections.synchronizedList(new ArrayList<>());
    final Map<String, Given> assignments = new HashMap<>();
    final List<Instant> asked = Collections.synchronizedList(new ArrayList<>());
    boolean isAway;
    boolean isBroken;
    Duration delay = Duration.ZERO;

    @Override
    public CompletableFuture<Void> deliver(HostReport report) {
        if (isBroken) {
            return CompletableFuture.failedFuture(new IllegalStateException("a bug"));
        }
        if (isAway) {
            return CompletableFuture.failedFuture(new UndeliveredException(new IOException("no broker")));
        }
        delivered.add(report);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public ProjectList projects() {
        return ProjectList.of(List.of(
                project("einstein"), project("rosetta"), new Project("virtual", "", 1.0, List.of(), List.of())));
    }

    private static Project project(String name) {
        return new Project(name, "https://" + name + ".example/", 1.0, List.of(), List.of());
    }

    @Override
    public CompletableFuture<Optional<Given>> given(String host, Instant since) {
        asked.add(since);
        return new CompletableFuture<Optional<Given>>()
                .completeOnTimeout(Optional.ofNullable(assignments.get(host)), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    Gateway gateway(Instant now) {
        return new Gateway(
                new GatewaySettings("At home", Duration.ofHours(12), Duration.ofMinutes(1)),
                Logins.of(List.of("# who", "Alice@example.org " + HASH + " alice", "bob@example.org " + HASH)),
                ProjectAccounts.of(List.of("einstein * 1_einstein", "rosetta alice 2_alice", "rosetta * 1_rosetta")),
                SIGNER,
                this,
                Clock.fixed(now, ZoneOffset.UTC),
                messages::add);
    }

    String answer(String request) {
        return answer(request, NOON);
    }

    String answer(String request, Instant now) {
        return answer(gateway(now), request.getBytes(StandardCharsets.UTF_8));
    }

    static String answer(Gateway gateway, byte[] request) {
        return gateway.answer(request, Runnable::run).join();
    }

    static String recorded(String name) {
        try (InputStream stream = Objects.requireNonNull(Sample.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The request with what the reply gave the client to keep. */
    static String keeping(String request, String reply) {
        return request.replaceFirst("(?s)<opaque>.*</opaque>", "<opaque>\n" + block("opaque", reply) + "\n</opaque>");
    }

    static String block(String name, String reply) {
        return reply.substring(reply.indexOf("<" + name + ">") + name.length() + 2, reply.indexOf("</" + name + ">"))
                .strip();
    }
}
