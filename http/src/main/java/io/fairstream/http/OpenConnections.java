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
 * Open connections: their number for each address, and the deadline of each for its request or for reading its reply. An idle timeout alone
 * would not suffice, since a single byte restarts it. Thread-safe.
 */
final class OpenConnections implements Connection.Listener {
    private static final int NETWORK_BYTES = 8;
    /** Reply size for which a client gets one more second, so that a slow line can carry a large reply. */
    private static final int BYTES_IN_A_SECOND = 16 << 10;

    private final int mostOfAddress;
    private final long patienceNanos;
    private final Runnable refused;
    private final Map<ByteBuffer, Integer> counts = new ConcurrentHashMap<>();
    private final Map<EndPoint, Visit> visits = new ConcurrentHashMap<>();

    /** State of a connection; the deadline is not checked while the server works on a request. */
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

    /** Counts a connection. An encrypted connection opens a second, plain one of the same client at once; only that one is counted. */
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

    /** Returns the network of an address; a client with many IPv6 addresses has them in one /64 network. */
    private static ByteBuffer network(SocketAddress address) {
        byte[] bytes = address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getAddress()
                : new byte[0];
        return ByteBuffer.wrap(bytes, 0, Math.min(NETWORK_BYTES, bytes.length));
    }

    /** Stops the deadline: the request is complete. */
    void answering(EndPoint end) {
        Visit visit = visits.get(end);
        if (visit != null) {
            visit.isOurTurn = true;
        }
    }

    /** Starts the deadline for reading a reply of this size. */
    void replying(EndPoint end, int bytes) {
        await(end, patienceNanos + Duration.ofSeconds(bytes / BYTES_IN_A_SECOND).toNanos());
    }

    /** Starts the deadline for the next request. */
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

    /** Closes connections past their deadline; called periodically. */
    void cutLate() {
        long now = System.nanoTime();
        visits.forEach((end, visit) -> {
            if (!visit.isOurTurn && now - visit.deadline > 0) {
                end.close();
            }
        });
    }
}
