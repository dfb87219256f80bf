package io.fairstream.console;

import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a console is served.
 *
 * @param address port 0 for any that is free
 * @param tls to speak HTTPS; empty for HTTP
 * @param access how it knows who asks
 * @param owners whose a name is
 * @param isEditable whether administrators may make edits
 * @param version of Fairstream
 * @param cluster where Kafka is, for people
 */
public record ConsoleSettings(
        InetSocketAddress address,
        Optional<SSLContext> tls,
        Access access,
        Owners owners,
        boolean isEditable,
        String version,
        String cluster) {}
