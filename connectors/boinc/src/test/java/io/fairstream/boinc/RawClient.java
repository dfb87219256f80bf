package io.fairstream.boinc;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection over which anything can be sent, whole or not. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();

    private RawClient() {}

    static RawClient of(Endpoint endpoint) throws IOException {
        return from("127.0.0.1", endpoint);
    }

    /** From any address of the loopback network. */
    @SuppressWarnings("AddressSelection") // an address, no name
    static RawClient from(String address, Endpoint endpoint) throws IOException {
        RawClient client = new RawClient();
        client.socket.bind(new InetSocketAddress(address, 0));
        client.socket.connect(endpoint.address());
        client.socket.setSoTimeout(PATIENCE_MILLIS);
        return client;
    }

    static String post(String body) {
        return "POST /rpc.php HTTP/1.1\r\nHost: gateway\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** There is no more to come. */
    RawClient end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Until the connection is closed. */
    String rest() throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] bytes = new byte[4096];
        InputStream in = socket.getInputStream();
        try {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                text.append(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open after " + PATIENCE_MILLIS + " ms: " + text, e);
        } catch (IOException reset) {
            text.append("\n(reset)");
        }
        return text.toString();
    }

    /** One reply, whose length it says. */
    String reply() throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (!isWhole(text)) {
            int letter = in.read();
            if (letter < 0) {
                break;
            }
            text.append((char) letter);
        }
        return text.toString();
    }

    private static boolean isWhole(StringBuilder text) {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return false;
        }
        String head = text.substring(0, end).toLowerCase(Locale.ROOT);
        int field = head.indexOf("content-length: ");
        return field >= 0
                && text.length()
                        >= end
                                + 4
                                + Integer.parseInt(head.substring(field + 16)
                                        .split("\r\n", 2)[0]
                                        .strip());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
