package io.fairstream.app;

import io.fairstream.app.OperationEndpoint.MetricsEndpoint;
import io.fairstream.http.HttpLimits;
import io.fairstream.testing.HttpServerRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The two servers of metrics; nothing can be written there. */
class AttackedEndpointTest {
    private static final HttpLimits SMALL = new HttpLimits(256, 256, Duration.ofSeconds(1), 1_000, 1 << 20);

    @Nested
    class OfAnInstance extends HttpServerRules {
        private OperationEndpoint endpoint;

        @BeforeEach
        void start() throws IOException {
            endpoint = new OperationEndpoint(
                    new SampleInstance(), "1.2.3", InetSocketAddress.createUnresolved("127.0.0.1", 0), SMALL);
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
        protected int tooLarge() {
            return SMALL.largestBody() + 1;
        }

        @Override
        protected List<String> wrongTypes() {
            return List.of();
        }
    }

    @Nested
    class OfACommand extends HttpServerRules {
        private MetricsEndpoint endpoint;

        @BeforeEach
        void start() throws IOException {
            endpoint = new MetricsEndpoint(() -> "up 1\n", 0, SMALL);
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
            return "GET /metrics";
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
}
