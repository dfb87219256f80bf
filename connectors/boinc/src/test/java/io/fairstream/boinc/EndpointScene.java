package io.fairstream.boinc;

import io.fairstream.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An endpoint that runs during a test. */
abstract class EndpointScene {
    final Sample sample = new Sample();

    @SuppressWarnings("NullAway.Init") // before each test
    Endpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        start(HttpLimits.DEFAULT);
    }

    final void start(HttpLimits limits) throws IOException {
        endpoint = Endpoint.start(
                sample.gateway(Sample.NOON),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                limits,
                sample.messages::add);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }
}
