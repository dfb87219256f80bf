package io.fairstream.console;

import io.fairstream.http.HttpLimits;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Settings of a console's server.
 *
 * @param address port 0 for any free port
 * @param tls certificate for HTTPS; empty for HTTP
 * @param limits on the resources of clients
 * @param access identifies the viewers
 * @param owners decides which user owns a name
 * @param isEditable whether administrators may make edits
 * @param version of Fairstream
 * @param cluster Kafka's address, for display
 */
public record ConsoleSettings(
        InetSocketAddress address,
        Optional<SSLContext> tls,
        HttpLimits limits,
        Access access,
        Owners owners,
        boolean isEditable,
        String version,
        String cluster) {
    private static final int CONNECTIONS = 2048;
    private static final int CONNECTIONS_OF_ADDRESS = 512;
    private static final int LARGEST_EDIT = 64 << 10;

    /** Limits for clients that share one address: local clients, or all clients behind a proxy. */
    public static final HttpLimits OF_ONE_ADDRESS = HttpLimits.ofOneAddress(CONNECTIONS, LARGEST_EDIT);

    /** Limits for clients with addresses of their own. */
    public static final HttpLimits OF_MANY_ADDRESSES = OF_ONE_ADDRESS.ofAddress(CONNECTIONS_OF_ADDRESS);
}
