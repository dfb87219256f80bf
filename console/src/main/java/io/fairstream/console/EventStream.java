package io.fairstream.console;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Event stream to one browser. No thread blocks on it: while the browser reads slowly, only the newest event is kept. */
final class EventStream implements LiveViews.Subscriber {
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    /** Makes a browser reconnect one second after its stream ends, instead of after the browser's own default. */
    private static final byte[] RETRY = "retry: 1000\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Response response;
    private final Callback callback;
    private final Consumer<EventStream> gone;
    private final BooleanSupplier isAllowed;
    private byte @Nullable [] waiting;
    private boolean isWriting;
    private boolean isOver;

    /**
     * Begins the response.
     *
     * @param gone is called when the stream has ended
     * @param isAllowed whether the viewer still has access
     */
    EventStream(Response response, Callback callback, Consumer<EventStream> gone, BooleanSupplier isAllowed) {
        this.response = response;
        this.callback = callback;
        this.gone = gone;
        this.isAllowed = isAllowed;
        response.setStatus(Reply.OK);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        send(RETRY);
    }

    @Override
    public void send(byte[] event) {
        synchronized (this) {
            if (isOver) {
                return;
            }
            if (isWriting) {
                waiting = event;
                return;
            }
            isWriting = true;
        }
        write(event);
    }

    @Override
    public void beat() {
        synchronized (this) {
            if (isOver || isWriting) {
                return;
            }
            isWriting = true;
        }
        write(COMMENT);
    }

    /**
     * Ends the stream if the viewer has lost access. The browser then reconnects, and the reply tells it to sign in. A stream that failed
     * before it was subscribed unsubscribes now.
     */
    @Override
    public void check() {
        boolean isFailed;
        synchronized (this) {
            isFailed = isOver;
            if (!isOver && isAllowed.getAsBoolean()) {
                return;
            }
            isOver = true;
        }
        gone.accept(this);
        if (!isFailed) {
            callback.failed(new IOException("the viewer has lost access"));
        }
    }

    private void write(byte[] event) {
        response.write(false, ByteBuffer.wrap(event), Callback.from(this::written, this::failed));
    }

    private void written() {
        byte[] next;
        synchronized (this) {
            next = isOver ? null : waiting;
            waiting = null;
            isWriting = next != null;
        }
        if (next != null) {
            write(next);
        }
    }

    private void failed(Throwable failure) {
        synchronized (this) {
            if (isOver) {
                return;
            }
            isOver = true;
        }
        gone.accept(this);
        callback.failed(failure);
    }
}
