package io.fairstream.boinc;

import java.time.Duration;

/**
 * What strangers may take of the gateway: nobody has logged in before a whole request is there.
 *
 * @param connections open at a time; further ones wait to be accepted
 * @param connectionsOfAddress of these, from one address (IPv6: one /64 network); further ones are closed
 * @param patience in which a request must be complete, from the opening of its connection or the reply before, and in which a
 *     reply must be taken; then the connection is cut
 * @param bufferedBytes of all bodies together that are not answered yet; who would exceed them is to come again
 */
public record EndpointLimits(int connections, int connectionsOfAddress, Duration patience, long bufferedBytes) {
    public static final EndpointLimits DEFAULT = new EndpointLimits(4_096, 256, Duration.ofSeconds(30), 64L << 20);

    public EndpointLimits {
        if (connectionsOfAddress < 1 || connectionsOfAddress > connections) {
            throw new IllegalArgumentException(
                    "connections-per-address: " + connectionsOfAddress + " (expected: 1 to " + connections + ")");
        }
    }

    public EndpointLimits ofAddress(int mostConnections) {
        return new EndpointLimits(connections, mostConnections, patience, bufferedBytes);
    }
}
