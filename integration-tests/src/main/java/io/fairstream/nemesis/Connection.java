package io.fairstream.nemesis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;

/** One connection that goes through a forwarder. */
final class Connection implements AutoCloseable {
    private static final int CHUNK = 16_384;
    private static final int STACK = 128 * 1024;

    private final Links links;
    private final Pair way;
    private final Socket client;
    private final Socket server;

    private Connection(Links links, Pair way, Socket client, Socket server) {
        this.links = links;
        this.way = way;
        this.client = client;
        this.server = server;
    }

    /** Connects the client to the port as soon as the link allows it, and goes on in threads of its own. */
    static void forward(Links links, Pair way, Socket client, int port) throws IOException, InterruptedException {
        links.pass(way);
        links.pass(way.back());
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Connection connection = new Connection(links, way, client, server);
        links.add(connection);
        thread(() -> connection.pump(way, client, server), way.toString());
        thread(() -> connection.pump(way.back(), server, client), way.back().toString());
    }

    static void thread(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, STACK);
        thread.setDaemon(true);
        thread.start();
    }

    Pair way() {
        return way;
    }

    private void pump(Pair direction, Socket from, Socket to) {
        byte[] chunk = new byte[CHUNK];
        try (this) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                links.pass(direction);
                out.write(chunk, 0, length);
            }
        } catch (SocketException closed) {
            // by whichever side ended first
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        links.remove(this);
        try (client;
                server) {
            // both
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
