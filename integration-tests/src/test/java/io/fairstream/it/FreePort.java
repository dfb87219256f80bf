package io.fairstream.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address for servers that are started a moment later, below those that connections get by
 * themselves, each given once.
 */
public final class FreePort {
    private static final int LOWEST = 15_000;
    private static final int EPHEMERAL = 32_768;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** A port that nobody listened on a moment ago. */
    public static int any() {
        while (GIVEN.size() < EPHEMERAL - LOWEST) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, EPHEMERAL);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("all ports were given");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
