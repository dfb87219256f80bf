package io.fairstream.steering.schedulers;

import io.fairstream.http.HttpLimits;
import io.fairstream.testing.HttpServerRules;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A question may be a form, as Prometheus' clients send it. */
class AttackedKaiEndpointTest extends HttpServerRules {
    private static final HttpLimits SMALL = new HttpLimits(256, 256, Duration.ofSeconds(1), 1_000, 1 << 20);

    @SuppressWarnings("NullAway.Init") // before each test
    private KaiEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = new KaiEndpoint(new Queues(Set.of("usage")), () -> Map.of("a", 1.0), () -> Instant.EPOCH, 0, SMALL);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Override
    protected URI server() {
        return URI.create(endpoint.url());
    }

    @Override
    protected String ordinary() {
        return "GET /api/v1/query?query=usage";
    }

    @Override
    protected String write() {
        return "POST /api/v1/query";
    }

    @Override
    protected int tooLarge() {
        return SMALL.largestBody() + 1;
    }

    @Override
    protected List<String> wrongTypes() {
        return List.of();
    }
}
