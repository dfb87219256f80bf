package io.fairstream.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** TCP ports of the loopback address, on which all embedded servers listen. */
public final class LoopbackPort {
    static final String HOST = "127.0.0.1";
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private static final int LOWEST = 15_000;

    /** First port of the range for outgoing connections (Linux's default); such a connection may take a port that was free a moment ago. */
    private static final int EPHEMERAL = 32_768;

    private LoopbackPort() {}

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a port that was free a moment ago, a different one at each call; the caller must handle a failure to bind. */
    public static int anyFree() {
        return Stream.generate(() -> ThreadLocalRandom.current().nextInt(LOWEST, EPHEMERAL))
                .limit(EPHEMERAL)
                .filter(GIVEN::add)
                .filter(LoopbackPort::isFree)
                .findFirst()
                .orElseThrow(() -> new EmbeddedException("no free port on " + HOST));
    }
}
