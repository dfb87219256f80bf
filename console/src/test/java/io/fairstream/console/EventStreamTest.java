package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stream to a browser that takes its time. */
class EventStreamTest {
    private final List<String> written = new ArrayList<>();
    private final Deque<Callback> unfinished = new ArrayDeque<>();
    private final Callback.Completable end = new Callback.Completable();
    private final AtomicBoolean isAllowed = new AtomicBoolean(true);
    private int gone;
    private final EventStream stream = new EventStream(response(), end, it -> gone++, isAllowed::get);

    /** A response of which each write is unfinished until the test says otherwise. */
    private Response response() {
        HttpFields.Mutable headers = HttpFields.build();
        return (Response) Proxy.newProxyInstance(
                Response.class.getClassLoader(), new Class<?>[] {Response.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("write")) {
                        written.add(StandardCharsets.UTF_8
                                .decode((ByteBuffer) arguments[1])
                                .toString());
                        unfinished.add((Callback) arguments[2]);
                    }
                    return method.getName().equals("getHeaders") ? headers : null;
                });
    }

    @BeforeEach
    void itBeginsWithWhenToAskAgain() {
        assertEquals(List.of("retry: 1000\n\n"), written);
        unfinished.remove().succeeded();
        written.clear();
    }

    private void send(String event) {
        stream.send(event.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whoIsSlowGetsOnlyTheNewest() {
        for (String event : List.of("1", "2", "3", "4")) {
            send(event);
        }
        assertEquals(List.of("1"), written);
        unfinished.remove().succeeded();
        assertEquals(List.of("1", "4"), written);
        unfinished.remove().succeeded();
        send("5");
        assertEquals(List.of("1", "4", "5"), written);
        assertTrue(unfinished.size() == 1, "one write at a time");
    }

    @Test
    void aBeatIsSentWhereNothingElseIs() {
        send("1");
        stream.beat();
        assertEquals(List.of("1"), written);
        unfinished.remove().succeeded();
        stream.beat();
        stream.beat();
        assertEquals(List.of("1", ":\n\n"), written);
    }

    @Test
    void aConnectionThatIsGoneIsForgotten() {
        send("1");
        send("2");
        unfinished.remove().failed(new IOException("gone"));
        send("3");
        stream.beat();
        assertEquals(List.of("1"), written);
        assertEquals(1, gone);
        stream.check();
        assertEquals(2, gone, "it may have failed before it was subscribed");
        assertTrue(end.isCompletedExceptionally());
    }

    @Test
    void whoMayNotLookAnyMoreGetsNothingMore() {
        send("1");
        stream.check();
        assertFalse(end.isDone());
        isAllowed.set(false);
        stream.check();
        unfinished.remove().succeeded();
        send("2");
        stream.beat();
        assertEquals(List.of("1"), written);
        assertEquals(1, gone);
        CompletableFuture<Void> ended = end;
        assertThrows(Exception.class, ended::join);
    }
}
