package io.fairstream.http;

import java.time.Duration;

/**
 * Limits on the resources that unauthenticated clients may use.
 *
 * @param connections maximum of open connections; further ones wait to be accepted
 * @param connectionsOfAddress maximum of open connections from one address (IPv6: one /64 network); further ones are closed
 * @param patience maximum duration until a request is complete, from the opening of its connection or the previous reply; to read a reply a
 *     client has that time and a second for every 16 KiB; then the connection is closed
 * @param largestBody maximum size of a request's body in bytes
 * @param bufferedBytes maximum size of all bodies of unanswered requests together; a request beyond that must be repeated later
 */
public record HttpLimits(
        int connections, int connectionsOfAddress, Duration patience, int largestBody, long bufferedBytes) {
    /** Limits for a server that anybody may reach. */
    public static final HttpLimits DEFAULT = new HttpLimits(4_096, 256, Duration.ofSeconds(30), 1 << 20, 64L << 20);

    public HttpLimits {
        if (connectionsOfAddress < 1 || connectionsOfAddress > connections) {
            throw new IllegalArgumentException(
                    "connections-per-address: " + connectionsOfAddress + " (expected: 1 to " + connections + ")");
        }
    }

    /** Limits for a server whose clients share one address: those of this machine, or a proxy. */
    public static HttpLimits ofOneAddress(int connections, int largestBody) {
        return new HttpLimits(connections, connections, DEFAULT.patience, largestBody, 16L << 20);
    }

    public HttpLimits ofAddress(int mostConnections) {
        return new HttpLimits(connections, mostConnections, patience, largestBody, bufferedBytes);
    }
}
