package io.fairstream.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A complete request and the reply to it. */
public final class Exchange {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final OpenConnections connections;
    private final byte[] body;

    Exchange(Request request, Response response, Callback callback, OpenConnections connections, byte[] body) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.connections = connections;
        this.body = body;
    }

    public Request request() {
        return request;
    }

    /** Head of the reply, and the body of a streamed reply. */
    public Response response() {
        return response;
    }

    /** Callback to complete at the end of a streamed reply. */
    public Callback callback() {
        return callback;
    }

    public String method() {
        return request.getMethod();
    }

    public boolean isRead() {
        return method().equals("GET") || method().equals("HEAD");
    }

    /** Threads for work that takes longer than a moment. */
    public Executor threads() {
        return request.getConnectionMetaData().getConnector().getServer().getThreadPool();
    }

    /** Decoded path. */
    public String path() {
        return Request.getPathInContext(request);
    }

    /** Path as it was sent, still encoded. */
    public String rawPath() {
        return request.getHttpURI().getPath();
    }

    /** Query string as it was sent, without the question mark; empty if there is none. */
    public String query() {
        String query = request.getHttpURI().getQuery();
        return query == null ? "" : query;
    }

    /** All values of a header; empty if the header is absent. */
    public String header(String name) {
        return String.join(", ", request.getHeaders().getValuesList(name));
    }

    /** Sets a header of the reply. */
    public Exchange with(String name, String value) {
        response.getHeaders().put(name, value);
        return this;
    }

    /** Body as it was sent. The array must not be changed. */
    public byte[] body() {
        return body;
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public void reply(int status, String type, String text) {
        reply(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the whole reply; the connection is closed if the client does not read it in time. */
    public void reply(int status, String type, byte[] content) {
        connections.replying(end(), content.length);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type).put(HttpHeader.CONTENT_LENGTH, content.length);
        response.write(true, ByteBuffer.wrap(method().equals("HEAD") ? new byte[0] : content), callback);
    }

    void reply(Pages.Refusal refusal) {
        reply(refusal.status(), refusal.type(), refusal.text());
    }

    EndPoint end() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }
}
