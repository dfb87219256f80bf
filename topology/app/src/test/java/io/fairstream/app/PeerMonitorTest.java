package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerMonitorTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Identity LEFT = new Identity("left", "5f0c");
    private static final Identity NEXT = new Identity("left", "77aa");
    private static final long QUIET_MILLIS = 1200;

    private final BlockingQueue<Identity> dead = new LinkedBlockingQueue<>();
    private @Nullable PeerMonitor watch;
    private @Nullable Process process;

    @AfterEach
    void stop() {
        if (watch != null) {
            watch.close();
        }
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** An instance as a process that says where it listens. */
    static final class Instance {
        private Instance() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            HeartbeatServer presence = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT);
            System.out.println(presence.port());
            Thread.sleep(Duration.ofMinutes(1).toMillis());
        }
    }

    @Test
    void connectionsOfPeersThatWentAwayAreLetGo() throws IOException, InterruptedException {
        try (HeartbeatServer server = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT)) {
            for (int i = 0; i < 5; i++) {
                try (Socket peer = new Socket(LOOPBACK, server.port())) {
                    firstLine(peer);
                }
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (!server.connections.isEmpty()) {
                assertTrue(System.nanoTime() < deadline, () -> "open: " + server.connections);
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aPeerThatSendsSomethingIsLetGo() throws IOException {
        try (HeartbeatServer server = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT);
                Socket peer = new Socket(LOOPBACK, server.port())) {
            firstLine(peer);
            peer.getOutputStream().write('x');
            peer.setSoTimeout(60_000);
            assertTrue(isEnded(peer));
        }
    }

    @Test
    void theOldestConnectionGoesWhenThereAreTooMany() throws IOException {
        List<Socket> peers = new ArrayList<>();
        try (HeartbeatServer server = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT)) {
            for (int i = 0; i <= HeartbeatServer.MAX_CONNECTIONS; i++) {
                Socket peer = new Socket(LOOPBACK, server.port());
                peers.add(peer);
                firstLine(peer);
            }
            peers.get(0).setSoTimeout(60_000);
            assertTrue(isEnded(peers.get(0)));
            assertEquals(HeartbeatServer.MAX_CONNECTIONS, server.connections.size());
        } finally {
            for (Socket peer : peers) {
                peer.close();
            }
        }
    }

    @Test
    void itsPortIsFreeAfterTheEnd() throws IOException {
        HeartbeatServer first = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT);
        try (Socket peer = new Socket(LOOPBACK, first.port())) {
            firstLine(peer);
            first.close();
            HeartbeatServer.on(LOOPBACK, first.port(), () -> LEFT).close();
        }
    }

    private static boolean isEnded(Socket peer) throws IOException {
        try {
            return peer.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static void firstLine(Socket peer) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8));
        assertEquals(LEFT.line(), lines.readLine());
    }

    @Test
    void aKilledProcessIsDeadAtOnce() throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Instance.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        PeerMonitor watching = watch(Integer.parseInt(lines.readLine()));
        awaitSeen(watching, LEFT);
        process.destroyForcibly().waitFor();
        assertEquals(LEFT, dead.poll(120, TimeUnit.SECONDS));
        assertEquals(Optional.empty(), watching.last());
        assertNull(dead.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "told twice");
    }

    @Test
    void whoTakesLeaveIsNotDead() throws IOException, InterruptedException {
        HeartbeatServer presence = HeartbeatServer.on(LOOPBACK, 0, () -> LEFT);
        awaitSeen(watch(presence.port()), LEFT);
        presence.close();
        assertNull(dead.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Test
    void whoLivesIsNotDeadThoughItsConnectionBreaks() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
            watch(server.getLocalPort());
            for (int i = 0; i < 3; i++) {
                try (Socket connection = server.accept()) {
                    say(connection, LEFT);
                }
            }
            try (Socket connection = server.accept()) {
                say(connection, LEFT);
                assertNull(dead.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
            }
        }
        assertEquals(LEFT, dead.poll(120, TimeUnit.SECONDS), "its port is closed");
    }

    @Test
    void anotherProcessAtTheSamePlaceMeansThatTheOneBeforeIsDead() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
            PeerMonitor watching = watch(server.getLocalPort());
            try (Socket connection = server.accept()) {
                say(connection, LEFT);
                awaitSeen(watching, LEFT);
            }
            try (Socket connection = server.accept()) {
                say(connection, NEXT);
                assertEquals(LEFT, dead.poll(120, TimeUnit.SECONDS));
                awaitSeen(watching, NEXT);
            }
        }
    }

    @Test
    void somethingElseAtThatPortIsNobody() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
            PeerMonitor watching = watch(server.getLocalPort());
            try (Socket connection = server.accept()) {
                connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
            assertNull(dead.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
            assertEquals(Optional.empty(), watching.last());
        }
    }

    @Test
    void somethingElseAtThePortOfAPeerMeansThatThePeerIsDead() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
            PeerMonitor watching = watch(server.getLocalPort());
            try (Socket connection = server.accept()) {
                say(connection, LEFT);
                awaitSeen(watching, LEFT);
            }
            try (Socket connection = server.accept()) {
                connection.getOutputStream().write("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.UTF_8));
            }
            assertEquals(LEFT, dead.poll(120, TimeUnit.SECONDS));
            assertEquals(Optional.empty(), watching.last());
        }
    }

    @Test
    void aPeerWhoseLineNeverEndsIsNobody() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
            PeerMonitor watching = watch(server.getLocalPort());
            try (Socket connection = server.accept()) {
                say(connection, LEFT);
                awaitSeen(watching, LEFT);
            }
            byte[] letters = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            try (Socket connection = server.accept()) {
                assertThrows(IOException.class, () -> {
                    while (true) {
                        connection.getOutputStream().write(letters);
                    }
                });
            }
            assertEquals(LEFT, dead.poll(120, TimeUnit.SECONDS));
        }
    }

    private PeerMonitor watch(int port) {
        watch = new PeerMonitor(new InetSocketAddress(LOOPBACK, port), dead::add);
        return watch;
    }

    private static void say(Socket connection, Identity identity) throws IOException {
        connection.getOutputStream().write((identity.line() + "\n").getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }

    private static void awaitSeen(PeerMonitor watching, Identity identity) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!watching.last().equals(Optional.of(identity))) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("seen: " + watching.last() + " (expected: " + identity + ")");
            }
            Thread.sleep(10);
        }
    }
}
