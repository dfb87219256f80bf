package io.fairstream.embedded;

import io.fairstream.http.HttpLimits;
import io.fairstream.testing.HttpServerRules;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class AttackedRegistryTest extends HttpServerRules {
    private static final HttpLimits SMALL = new HttpLimits(256, 256, Duration.ofSeconds(1), 100_000, 1 << 20);

    private static EmbeddedBroker broker;

    private EmbeddedRegistry registry;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.startTemporary();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void start() {
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0, Optional.empty(), SMALL);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Override
    protected URI server() {
        return URI.create(registry.url());
    }

    @Override
    protected String ordinary() {
        return "GET /subjects";
    }

    @Override
    protected String write() {
        return "POST /subjects/s/versions";
    }

    @Override
    protected int tooLarge() {
        return SMALL.largestBody() + 1;
    }

    @Override
    protected List<String> wrongTypes() {
        return List.of("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data");
    }
}
