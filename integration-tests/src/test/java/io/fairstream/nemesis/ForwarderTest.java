package io.fairstream.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that echoes, behind a forwarder; this process is the client. */
class ForwarderTest {
    private static final int SHORT_MILLIS = 300;
    private static final int LONG_MILLIS = 10_000;
    private static final Pair WAY = new Pair("client", "server");

    private final Links links = new Links();
    private final Owners owners = new Owners();
    private final ServerSocket server;
    private final Forwarder forwarder;

    ForwarderTest() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        forwarder = new Forwarder(links, owners, "server", server.getLocalPort());
    }

    @BeforeEach
    void echo() {
        owners.put("client", ProcessHandle.current().pid());
        Connection.thread(
                () -> {
                    while (!server.isClosed()) {
                        try (Socket client = server.accept()) {
                            client.getInputStream().transferTo(client.getOutputStream());
                        } catch (IOException closed) {
                            // by the test
                        }
                    }
                },
                "echo");
    }

    @AfterEach
    void close() throws IOException {
        forwarder.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), forwarder.port());
        socket.setSoTimeout(LONG_MILLIS);
        return socket;
    }

    @Test
    void bytesGoBothWays() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertEquals(1, socket.getInputStream().read());
        }
    }

    @Test
    void bytesOfALinkThatIsCutOneWayWaitUntilItIsHealed() throws IOException {
        for (Pair way : List.of(WAY, WAY.back())) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(1);
                assertEquals(1, socket.getInputStream().read());
                links.cut(List.of(way));
                socket.getOutputStream().write(2);
                socket.setSoTimeout(SHORT_MILLIS);
                assertThrows(
                        SocketTimeoutException.class,
                        () -> socket.getInputStream().read());
                socket.setSoTimeout(LONG_MILLIS);
                links.heal(List.of(way));
                assertEquals(2, socket.getInputStream().read());
            }
        }
    }

    @Test
    void connectionsBreak() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertEquals(1, socket.getInputStream().read());
            links.reset(List.of(WAY));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void aStrangerIsNotForwarded() throws IOException {
        owners.put("client", ProcessHandle.current().parent().orElseThrow().pid());
        try (Socket socket = connect()) {
            assertEquals(-1, socket.getInputStream().read());
        }
    }
}
