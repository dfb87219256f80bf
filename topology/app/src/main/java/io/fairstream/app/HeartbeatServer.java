package io.fairstream.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
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
    static final int MAX_CONNECTIONS = 1000;

    private static final long PAUSE_MILLIS = 100;

    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final Supplier<Identity> identity;
    private final Thread thread = Peers.daemon("fairstream-presence", this::serve);
    private volatile boolean isClosed;

    /** Open connections, the oldest first. */
    final Set<SocketChannel> connections = Collections.synchronizedSet(new LinkedHashSet<>());

    private HeartbeatServer(Supplier<Identity> identity) throws IOException {
        this.identity = identity;
    }

    /** Starts to listen; port 0 is any free port. */
    static HeartbeatServer on(InetAddress address, int port, Supplier<Identity> identity) throws IOException {
        HeartbeatServer presence = new HeartbeatServer(identity);
        try {
            presence.server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            presence.server.bind(new InetSocketAddress(address, port));
            presence.server.configureBlocking(false);
            presence.server.register(presence.selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            presence.server.close();
            presence.selector.close();
            throw e;
        }
        presence.thread.start();
        return presence;
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Serves until the end, and then tells all peers that this instance stops gracefully, so that they do not treat it as dead. */
    private void serve() {
        try (selector;
                server) {
            while (!isClosed) {
                answer();
            }
            for (SocketChannel connection : connections) {
                try (connection) {
                    say(connection, BYE);
                } catch (IOException e) {
                    LOG.debug("another instance is gone already", e);
                }
            }
        } catch (IOException e) {
            LOG.debug("the port stays open", e);
        }
    }

    /** Accepts a peer. A peer that can be read has closed its connection, or has sent something, which no instance does. */
    private void answer() {
        try {
            selector.select();
            Set<SelectionKey> ready = Set.copyOf(selector.selectedKeys());
            selector.selectedKeys().clear();
            for (SelectionKey key : ready) {
                if (key.channel() instanceof SocketChannel peer) {
                    letGo(peer);
                } else {
                    hold(server.accept());
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("a connection of another instance failed", e);
            Utils.sleep(PAUSE_MILLIS); // if no file descriptor is free, each attempt fails at once
        }
    }

    private void hold(@Nullable SocketChannel peer) throws IOException {
        if (peer == null) {
            return;
        }
        connections.add(peer);
        try {
            peer.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            peer.configureBlocking(false);
            say(peer, identity.get().line());
            peer.register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            letGo(peer);
            throw e;
        }
        if (connections.size() > MAX_CONNECTIONS) {
            letGo(connections.iterator().next());
        }
    }

    private void letGo(SocketChannel peer) throws IOException {
        connections.remove(peer);
        peer.close();
    }

    /** Writes a line. It fits into the buffer of any new connection. */
    private static void say(SocketChannel peer, String line) throws IOException {
        peer.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        isClosed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
