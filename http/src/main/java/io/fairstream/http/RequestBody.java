package io.fairstream.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Body of a request, collected as it arrives; no thread waits for it. */
final class RequestBody {
    /** Reason why a body was refused. */
    enum Problem {
        TOO_LARGE,
        NO_ROOM
    }

    /** Refusal of a body, with the reason. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final Problem problem;

        private Refused(Problem problem) {
            super(problem.name(), null, false, false);
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    private final Request request;
    private final int largest;
    private final AtomicLong room;
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private boolean isTooLarge;
    private long taken;

    private RequestBody(Request request, int largest, AtomicLong room) {
        this.request = request;
        this.largest = largest;
        this.room = room;
    }

    /**
     * Reads the whole body; fails with {@link Refused}, or with the failure of the connection. A body that is too large is read to its end,
     * otherwise the client would not read the reply.
     *
     * @param room number of bytes still available for bodies; returned when the request is answered or its body is refused
     */
    static CompletableFuture<byte[]> read(Request request, int largest, AtomicLong room) {
        RequestBody body = new RequestBody(request, largest, room);
        Request.addCompletionListener(request, failure -> room.addAndGet(body.taken));
        body.take();
        return body.whole;
    }

    private void take() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this::take);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                whole.completeExceptionally(chunk.getFailure());
                return;
            }
            boolean hasRoom = add(chunk.getByteBuffer());
            boolean isLast = chunk.isLast();
            chunk.release();
            if (!hasRoom) {
                whole.completeExceptionally(new Refused(Problem.NO_ROOM));
                return;
            }
            if (isLast) {
                end();
                return;
            }
        }
    }

    private boolean add(ByteBuffer piece) {
        int length = piece.remaining();
        isTooLarge |= bytes.size() + length > largest;
        if (isTooLarge) {
            free();
            return true;
        }
        taken += length;
        if (room.addAndGet(-length) < 0) {
            free();
            return false;
        }
        byte[] copy = new byte[length];
        piece.get(copy);
        bytes.write(copy, 0, length);
        return true;
    }

    /** Makes room for others at once: a refused client may take its time to read the reply. */
    private void free() {
        bytes = new ByteArrayOutputStream(0);
        room.addAndGet(taken);
        taken = 0;
    }

    private void end() {
        if (isTooLarge) {
            whole.completeExceptionally(new Refused(Problem.TOO_LARGE));
        } else {
            whole.complete(bytes.toByteArray());
        }
    }
}
