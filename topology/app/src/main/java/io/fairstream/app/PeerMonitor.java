package io.fairstream.app;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection to another instance, held open by its own thread. An instance counts as dead if its connection broke without the last line and
 * then its host refuses a new connection, or another process answers there. An unreachable instance may be alive: Kafka decides when its
 * session ends.
 */
final class PeerMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerMonitor.class);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final int CONNECT_MILLIS = 2000;
    private static final int LONGEST_LINE = 1000;
    private static final String REFUSED = "refused";

    private final InetSocketAddress address;
    private final Consumer<Identity> dead;
    private final Thread thread;
    private volatile @Nullable Identity last;
    private volatile @Nullable Socket socket;
    private volatile boolean isClosed;

    /** @param dead called once for each process that died */
    PeerMonitor(InetSocketAddress address, Consumer<Identity> dead) {
        this.address = address;
        this.dead = dead;
        thread = Peers.daemon("fairstream-watch-" + address.getPort(), this::watch);
        thread.start();
    }

    /** Identity of the last peer at this address; empty if it died or stopped gracefully. */
    Optional<Identity> last() {
        return Optional.ofNullable(last);
    }

    private void watch() {
        while (!isClosed) {
            if (!isEnded()) {
                pause();
            }
        }
    }

    /** Returns true if a connection was established and has ended without a graceful stop, so that the next attempt follows at once. */
    private boolean isEnded() {
        try (Socket connection = new Socket()) {
            socket = connection;
            connection.connect(address, CONNECT_MILLIS);
            connection.setKeepAlive(true);
            return hold(connection) && last != null;
        } catch (ConnectException e) {
            if (String.valueOf(e.getMessage()).contains(REFUSED)) {
                isGone(null);
            }
        } catch (IOException unknown) {
            LOG.debug("{} is not reached", address, unknown);
        }
        return false;
    }

    /**
     * Reads until the connection ends; the next attempt shows the reason. Returns true if an instance answered and said no more. A program
     * that is no instance has taken the address of a peer that died.
     */
    private boolean hold(Socket connection) throws IOException {
        InputStream lines = new BufferedInputStream(connection.getInputStream());
        String line = readLine(lines);
        if (line == null) {
            return false;
        }
        Optional<Identity> now = Identity.parse(line);
        if (now.isEmpty()) {
            isGone(null);
            return false;
        }
        isGone(now.get());
        last = now.get();
        String end = readLine(lines);
        if (HeartbeatServer.BYE.equals(end)) {
            last = null;
        }
        return end == null;
    }

    /** Reads a line, or the begin of one that is longer than any of an instance; null at the end. */
    private static @Nullable String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        boolean isAtEnd = next < 0;
        for (; next >= 0 && next != '\n' && line.size() < LONGEST_LINE; next = in.read()) {
            line.write(next);
        }
        return isAtEnd ? null : line.toString(StandardCharsets.UTF_8);
    }

    /** Reports the previous process as dead if another one or none is there now. */
    private void isGone(@Nullable Identity now) {
        Identity before = last;
        if (before != null && !isClosed && !before.equals(now)) {
            last = null;
            dead.accept(before);
        }
    }

    private void pause() {
        try {
            Thread.sleep(AGAIN.toMillis());
        } catch (InterruptedException e) {
            isClosed = true;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.debug("the connection to {} stays", address, e);
            }
        }
    }
}
