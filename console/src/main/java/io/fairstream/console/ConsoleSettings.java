package io.fairstream.console;

import io.fairstream.http.HttpLimits;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Settings of a console's server.
 *
 * @param address port 0 for any that is free
 * @param tls to speak HTTPS; empty for HTTP
 * @param limits to what clients may take
 * @param access how it knows who asks
 * @param owners whose a name is
 * @param isEditable whether administrators may make edits
 * @param version of Fairstream
 * @param cluster where Kafka is, for people
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

    /** The limits of clients that share an address: all of this machine, or all who come through a proxy. */
    public static final HttpLimits OF_ONE_ADDRESS = HttpLimits.ofOneAddress(CONNECTIONS, LARGEST_EDIT);

    /** The limits of clients from anywhere. */
    public static final HttpLimits OF_MANY_ADDRESSES = OF_ONE_ADDRESS.ofAddress(CONNECTIONS_OF_ADDRESS);
}
