package io.fairstream.http;

import java.time.Duration;

/**
 * Limits to what clients may take of a server before it knows who they are.
 *
 * @param connections open at a time; further ones wait to be accepted
 * @param connectionsOfAddress of these, from one address (IPv6: one /64 network); further ones are closed
 * @param patience in which a request must be complete, from the opening of its connection or the reply before; a reply must be taken in
 *     that time and a second for every 16 KiB; then the connection is cut
 * @param largestBody bytes of a request's body
 * @param bufferedBytes of all bodies together that are not answered yet; who would exceed them is to come again
 */
public record HttpLimits(
        int connections, int connectionsOfAddress, Duration patience, int largestBody, long bufferedBytes) {
    /** For a server that strangers reach. */
    public static final HttpLimits DEFAULT = new HttpLimits(4_096, 256, Duration.ofSeconds(30), 1 << 20, 64L << 20);

    public HttpLimits {
        if (connectionsOfAddress < 1 || connectionsOfAddress > connections) {
            throw new IllegalArgumentException(
                    "connections-per-address: " + connectionsOfAddress + " (expected: 1 to " + connections + ")");
        }
    }

    /** The same for a server whose clients share one address: those of this machine, or a proxy. */
    public static HttpLimits ofOneAddress(int connections, int largestBody) {
        return new HttpLimits(connections, connections, DEFAULT.patience, largestBody, 16L << 20);
    }

    public HttpLimits ofAddress(int mostConnections) {
        return new HttpLimits(connections, mostConnections, patience, largestBody, bufferedBytes);
    }
}
