package io.fairstream.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;

/**
 * The connections that are open: how many each address has, and until when each must have sent its request or taken its reply. An idle
 * timeout alone would not do, since a byte now and then restarts it. For any thread.
 */
final class OpenConnections implements Connection.Listener {
    private static final int NETWORK_BYTES = 8;
    /** A second more for each: who takes a large reply over a slow line is not cut. */
    private static final int BYTES_IN_A_SECOND = 16 << 10;

    private final int mostOfAddress;
    private final long patienceNanos;
    private final Runnable refused;
    private final Map<ByteBuffer, Integer> counts = new ConcurrentHashMap<>();
    private final Map<EndPoint, Visit> visits = new ConcurrentHashMap<>();

    /** Without a deadline while the client waits for us. */
    private static final class Visit {
        private final ByteBuffer network;
        private volatile long deadline;
        private volatile boolean isOurTurn;

        private Visit(ByteBuffer network, long deadline) {
            this.network = network;
            this.deadline = deadline;
        }
    }

    OpenConnections(int mostOfAddress, Duration patience, Runnable refused) {
        this.mostOfAddress = mostOfAddress;
        this.patienceNanos = patience.toNanos();
        this.refused = refused;
    }

    /**
     * Counts a connection; an encrypted one goes through a second connection of the same client, which is there from the start.
     */
    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection) {
            return;
        }
        EndPoint end = connection.getEndPoint();
        Visit visit = new Visit(network(end.getRemoteSocketAddress()), System.nanoTime() + patienceNanos);
        visits.put(end, visit);
        if (counts.merge(visit.network, 1, Integer::sum) > mostOfAddress) {
            refused.run();
            end.close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        Visit visit = visits.remove(connection.getEndPoint());
        if (visit != null) {
            counts.computeIfPresent(visit.network, (network, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns the network of an address; a client with many IPv6 addresses has them in one network of 64 bits. */
    private static ByteBuffer network(SocketAddress address) {
        byte[] bytes = address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getAddress()
                : new byte[0];
        return ByteBuffer.wrap(bytes, 0, Math.min(NETWORK_BYTES, bytes.length));
    }

    /** The request is there. */
    void answering(EndPoint end) {
        Visit visit = visits.get(end);
        if (visit != null) {
            visit.isOurTurn = true;
        }
    }

    /** The client is to take a reply of so many bytes. */
    void replying(EndPoint end, int bytes) {
        await(end, patienceNanos + Duration.ofSeconds(bytes / BYTES_IN_A_SECOND).toNanos());
    }

    /** The client is to send its next request. */
    void awaiting(EndPoint end) {
        await(end, patienceNanos);
    }

    private void await(EndPoint end, long nanos) {
        Visit visit = visits.get(end);
        if (visit != null) {
            visit.deadline = System.nanoTime() + nanos;
            visit.isOurTurn = false;
        }
    }

    /** To be called now and then: cuts who is late. */
    void cutLate() {
        long now = System.nanoTime();
        visits.forEach((end, visit) -> {
            if (!visit.isOurTurn && now - visit.deadline > 0) {
                end.close();
            }
        });
    }
}
