package io.fairstream.nemesis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;

/** The address at which one listener of a broker is known to everybody: each connection goes by the link of who opened it. */
final class Forwarder implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final int LOOKS = 3;
    private static final long PAUSE_MILLIS = 20;

    private final Links links;
    private final Owners owners;
    private final String to;
    private final int target;
    private final ServerSocket accepting;

    /**
     * Starts it.
     *
     * @param to name of the broker
     * @param target its port
     */
    Forwarder(Links links, Owners owners, String to, int target) throws IOException {
        this.links = links;
        this.owners = owners;
        this.to = to;
        this.target = target;
        accepting = new ServerSocket();
        accepting.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        Connection.thread(this::acceptAll, "forwarder-" + to);
    }

    int port() {
        return accepting.getLocalPort();
    }

    private void acceptAll() {
        try {
            while (!accepting.isClosed()) {
                Socket client = accepting.accept();
                Connection.thread(() -> forward(client), "to-" + to);
            }
        } catch (IOException closed) {
            // the end
        }
    }

    private void forward(Socket client) {
        boolean isForwarded = false;
        try {
            Optional<String> from = owner(client);
            if (from.isPresent()) {
                Connection.forward(links, new Pair(from.get(), to), client, target);
                isForwarded = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // the broker is not there
        } finally {
            if (!isForwarded) {
                close(client);
            }
        }
    }

    /** A process is known a moment after it began. */
    private Optional<String> owner(Socket client) throws InterruptedException {
        Optional<String> owner = Optional.empty();
        for (int i = 0; i < LOOKS && owner.isEmpty(); i++) {
            owner = owners.of(client.getPort(), port());
            if (owner.isEmpty()) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return owner;
    }

    private static void close(Socket client) {
        try {
            client.close();
        } catch (SocketException e) {
            // it was
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            accepting.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
