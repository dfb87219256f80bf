package io.fairstream.boinc;

import io.fairstream.http.HttpLimits;
import io.fairstream.testing.HttpServerRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Volunteers' clients are strangers, and send forms of whatever type. */
class AttackedGatewayTest extends HttpServerRules {
    private static final HttpLimits SMALL = new HttpLimits(256, 256, Duration.ofSeconds(1), 100_000, 1 << 20);

    private final Sample sample = new Sample();

    @SuppressWarnings("NullAway.Init") // before each test
    private Endpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = Endpoint.start(
                sample.gateway(Sample.NOON),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                SMALL,
                sample.messages::add);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Override
    protected URI server() {
        return URI.create("http://127.0.0.1:" + endpoint.address().getPort());
    }

    @Override
    protected String ordinary() {
        return "GET /get_project_config.php";
    }

    @Override
    protected String write() {
        return "POST /rpc.php";
    }

    @Override
    protected int tooLarge() {
        return SMALL.largestBody() + 1;
    }

    /** A client reads a reply with status 200 only. */
    @Override
    protected int tooLargeStatus() {
        return 200;
    }

    @Override
    protected List<String> wrongTypes() {
        return List.of();
    }

    @Override
    protected boolean isOfAnyHost() {
        return true;
    }
}
