package io.fairstream.app.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
        thread = new Thread(this::watch, "fairstream-watch-" + address.getPort());
        thread.setDaemon(true);
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
     * Reads until the connection ends; the next attempt shows the reason. A program that is no instance has taken the address of a peer
     * that died.
     *
     * @return whether an instance answered
     */
    private boolean hold(Socket connection) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
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
        if (HeartbeatServer.BYE.equals(lines.readLine())) {
            last = null;
        }
        return true;
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
