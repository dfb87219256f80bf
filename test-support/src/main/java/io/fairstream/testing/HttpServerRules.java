package io.fairstream.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The attacks that every HTTP server of the project withstands. While each lasts an ordinary request is answered; in the end the attacker's
 * connections are cut. A server under test has a patience of about a second, so that tests are short; no test depends on how fast it is.
 * Each test has a server of its own, and they run beside each other.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
public abstract class HttpServerRules {
    /** More than any server has threads. */
    private static final int ATTACKERS = 40;

    private static final int IDLE_CONNECTIONS = 200;
    private static final int LONGEST_MILLIS = 30_000;
    private static final int ANSWER_MILLIS = 5_000;
    private static final int BETWEEN_BYTES_MILLIS = 20;
    private static final String END = "\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicBoolean isOver = new AtomicBoolean();

    /** The server, which runs. */
    protected abstract URI server();

    /** Method and path of a request that is answered with 200. */
    protected String ordinary() {
        return "GET /";
    }

    /** Method and path of a request with a body, and after line breaks further lines of its head. */
    protected String write() {
        return "POST /";
    }

    /** A body that is larger than the server takes is of this many bytes. */
    protected abstract int tooLarge();

    /** Status of the reply to a body that is too large. */
    protected int tooLargeStatus() {
        return 413;
    }

    /** Media types of bodies that are refused. */
    protected abstract List<String> wrongTypes();

    /** A server for strangers answers under any name that leads to it. */
    protected boolean isOfAnyHost() {
        return false;
    }

    @AfterEach
    void closeConnections() throws IOException {
        isOver.set(true);
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void headsThatAreNotFinishedKeepNobodyWaiting() throws Exception {
        assertWithstands(write() + " HTTP/1.1\r\nHost: " + host() + "\r\nX-Slow: ", "");
    }

    @Test
    void bodiesThatAreNotFinishedKeepNobodyWaiting() throws Exception {
        assertWithstands(head(write(), "Content-Length: 1000") + "x", "");
    }

    @Test
    void bodiesOfWhichNothingComesKeepNobodyWaiting() throws Exception {
        assertWithstands(head(write(), "Content-Length: 1000"), "");
    }

    @Test
    void bodiesThatComeByteByByteAreCut() throws Exception {
        assertWithstands(head(write(), "Content-Length: 1000000"), "x");
    }

    @Test
    void headsThatComeByteByByteAreCut() throws Exception {
        assertWithstands(ordinary() + " HTTP/1.1\r\nHost: " + host() + "\r\nX-Slow: ", "x");
    }

    @Test
    void chunksWithoutEndAreCut() throws Exception {
        String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
        assertWithstands(head(write(), "Transfer-Encoding: chunked"), chunk);
    }

    @Test
    void connectionsThatAskNothingAreCut() throws Exception {
        for (int i = 0; i < IDLE_CONNECTIONS; i++) {
            connect();
        }
        assertOrdinaryIsAnswered();
        assertAreCut();
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        String head = head(write(), "Content-Length: " + tooLarge(), type());
        assertStatus(tooLargeStatus(), ask(head, "x".repeat(tooLarge())));
        assertOrdinaryIsAnswered();
    }

    /** The length that is said makes no server set aside so much. */
    @Test
    void aBodyOfHalfAGigabyteIsNotWaitedFor() throws Exception {
        assertWithstands(head(write(), "Content-Length: 444596224", type()), "x".repeat(0x4000));
    }

    @Test
    void anotherHostsNameIsRefused() throws Exception {
        for (String host : List.of("evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example")) {
            String reply = ask(ordinary() + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close" + END);
            assertStatus(isOfAnyHost() ? 200 : 403, reply);
        }
    }

    @Test
    void pagesOfOtherSitesAreRefused() throws Exception {
        for (String line : List.of(
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1:1",
                "Origin: http://" + host() + "\r\nSec-Fetch-Site: cross-site",
                "Origin: http://evil.example\r\nSec-Fetch-Site: same-site")) {
            assertStatus(403, ask(head(ordinary(), line)));
            assertStatus(403, ask(head(write(), line, "Content-Length: 2", type()) + "{}"));
        }
        assertStatus(403, ask(head(write(), "Sec-Fetch-Site: cross-site", "Content-Length: 2", type()) + "{}"));
        assertStatus(200, ask(head(ordinary(), "Origin: http://" + host())));
        assertStatus(200, ask(head(ordinary(), "Sec-Fetch-Site: cross-site"))); // a link on another page
        assertStatus(200, ask(head(ordinary(), "Origin: https://behind.proxy\r\nSec-Fetch-Site: same-origin")));
    }

    @Test
    void noPageIsGivenLeaveToReadAlong() throws Exception {
        String reply = ask(head(ordinary().replaceFirst("^[A-Z]+", "OPTIONS"), "Origin: http://evil.example"));
        assertFalse(reply.toLowerCase(java.util.Locale.ROOT).contains("access-control-allow"), reply);
    }

    @Test
    void aBodyOfAnotherTypeIsRefused() throws Exception {
        for (String type : wrongTypes()) {
            String line = type.isEmpty() ? "X-No: type" : "Content-Type: " + type;
            assertStatus(415, ask(head(write(), line, "Content-Length: 2") + "{}"));
        }
    }

    /** The type of a body that is taken. */
    protected String type() {
        return "Content-Type: application/json";
    }

    private String host() {
        return server().getHost() + ":" + server().getPort();
    }

    private String head(String begin, String... lines) {
        int path = begin.indexOf("\r\n");
        String first = path < 0 ? begin : begin.substring(0, path);
        String others = path < 0 ? "" : begin.substring(path);
        return first + " HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close" + others + "\r\n"
                + String.join("\r\n", lines) + END;
    }

    private void assertWithstands(String begin, String more) throws Exception {
        List<Socket> attackers = new ArrayList<>();
        for (int i = 0; i < ATTACKERS; i++) {
            Socket socket = connect();
            write(socket, begin);
            attackers.add(socket);
        }
        if (!more.isEmpty()) {
            Thread trickle = new Thread(() -> trickle(attackers, more), "attackers");
            trickle.setDaemon(true);
            trickle.start();
        }
        assertOrdinaryIsAnswered();
        assertAreCut();
    }

    /** Those that do not read are not waited for. */
    private void trickle(List<Socket> attackers, String more) {
        List<Socket> open = new ArrayList<>(attackers);
        while (!isOver.get() && !open.isEmpty()) {
            open.removeIf(socket -> !write(socket, more));
            try {
                Thread.sleep(BETWEEN_BYTES_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** False if the connection is cut. */
    private static boolean write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException cut) {
            return false;
        }
    }

    /** Sends while the reply is read: a server may answer before it has all. */
    private static void send(Socket socket, String... texts) {
        Thread thread = new Thread(() -> {
            for (String text : texts) {
                write(socket, text);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(new InetSocketAddress(server().getHost(), server().getPort()), LONGEST_MILLIS);
        return socket;
    }

    /** One that is cut because there are too many, or a slow machine, may come again. */
    private void assertOrdinaryIsAnswered() throws IOException {
        long end = System.nanoTime() + LONGEST_MILLIS * 1_000_000L;
        String reply = "";
        while (System.nanoTime() - end < 0 && !reply.startsWith("HTTP/1.1 200 ")) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(server().getHost(), server().getPort()), LONGEST_MILLIS);
                socket.setSoTimeout(ANSWER_MILLIS);
                write(socket, head(ordinary(), "Accept: */*"));
                reply = text(socket);
            }
        }
        assertStatus(200, reply);
    }

    /** On a slow machine a request may take longer than the server's patience: then it is cut, and comes again. */
    private String ask(String... texts) throws IOException {
        long end = System.nanoTime() + LONGEST_MILLIS * 1_000_000L;
        String reply = "";
        while (System.nanoTime() - end < 0 && !reply.startsWith("HTTP/1.1 ")) {
            Socket socket = connect();
            send(socket, texts);
            reply = rest(socket);
        }
        return reply;
    }

    private static void assertStatus(int status, String reply) {
        assertTrue(reply.startsWith("HTTP/1.1 " + status + " "), () -> status + " is expected, not\n" + reply);
    }

    private void assertAreCut() throws IOException {
        for (Socket socket : sockets) {
            String reply = rest(socket);
            assertFalse(reply.startsWith("HTTP/1.1 200 "), reply);
        }
        assertEquals(0, sockets.stream().filter(Socket::isClosed).count(), "the server ends it");
    }

    /** All that comes until the server closes the connection. */
    private static String rest(Socket socket) throws IOException {
        socket.setSoTimeout(LONGEST_MILLIS);
        String text = text(socket);
        assertFalse(text.endsWith("(open)"), text);
        return text;
    }

    private static String text(Socket socket) {
        StringBuilder text = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[8192];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                text.append(new String(bytes, 0, count, StandardCharsets.UTF_8));
            }
        } catch (SocketTimeoutException e) {
            text.append("(open)");
        } catch (IOException reset) {
            text.append("(reset)");
        }
        return text.toString();
    }
}
