package io.fairstream.app.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server for connections that the other instances hold open. It sends its identity in the first line and then nothing until it stops. If
 * the process is killed, the operating system closes the connections, which the other instances see at once.
 */
final class HeartbeatServer implements AutoCloseable {
    /** Last line of an instance that stops gracefully. */
    static final String BYE = "bye";

    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatServer.class);
    /** Maximum number of connections; beyond it the oldest is closed, and its peer reconnects. */
    private static final int MAX_CONNECTIONS = 1000;

    private static final long PAUSE_MILLIS = 100;

    private final ServerSocket server;
    private final Supplier<Identity> identity;
    private final Deque<Socket> connections = new ArrayDeque<>();

    private HeartbeatServer(ServerSocket server, Supplier<Identity> identity) {
        this.server = server;
        this.identity = identity;
    }

    /**
     * Starts to listen.
     *
     * @param port 0 for any free port
     */
    static HeartbeatServer on(InetAddress address, int port, Supplier<Identity> identity) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(address, port));
        HeartbeatServer presence = new HeartbeatServer(server, identity);
        Thread thread = new Thread(presence::accept, "fairstream-presence");
        thread.setDaemon(true);
        thread.start();
        return presence;
    }

    int port() {
        return server.getLocalPort();
    }

    /** Number of open connections. */
    synchronized int connections() {
        return connections.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                hold(server.accept());
            } catch (IOException e) {
                LOG.debug("a connection of another instance failed", e);
                pause();
            }
        }
    }

    /** Pauses: if no file descriptor is free, each attempt fails at once. */
    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void hold(Socket connection) throws IOException {
        if (server.isClosed()) {
            connection.close();
            return;
        }
        connections.removeIf(HeartbeatServer::isGone);
        try {
            connection.setKeepAlive(true);
            connection.setSoTimeout(1);
            say(connection, identity.get().line());
        } catch (IOException e) {
            connection.close();
            throw e;
        }
        connections.add(connection);
        if (connections.size() > MAX_CONNECTIONS) {
            connections.remove().close();
        }
    }

    /** Closes the connection and returns true if the peer has closed it, or has sent something, which no instance does. */
    private static boolean isGone(Socket connection) {
        try {
            connection.getInputStream().read();
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            LOG.debug("another instance is gone", e);
        }
        try {
            connection.close();
        } catch (IOException e) {
            LOG.debug("a connection stays open", e);
        }
        return true;
    }

    /** Writes a line. It fits into the buffer of any new connection, so that no peer can block this thread. */
    private static void say(Socket connection, String line) throws IOException {
        connection.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Tells all peers that this instance stops gracefully, so that they do not treat it as dead. */
    @Override
    public synchronized void close() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.debug("the port stays open", e);
        }
        for (Socket connection : connections) {
            try (connection) {
                say(connection, BYE);
            } catch (IOException e) {
                LOG.debug("another instance is gone already", e);
            }
        }
        connections.clear();
    }
}
