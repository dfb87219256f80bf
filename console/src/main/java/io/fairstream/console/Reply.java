package io.fairstream.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** HTTP reply: an answer, or the reason why there is none. */
final class Reply {
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int TOO_LARGE = 413;
    static final int REFUSED = 422;
    static final int BUG = 500;
    static final int UNAVAILABLE = 503;

    private final int status;
    private final String type;
    private final byte[] body;
    private final String problem;
    private volatile byte @Nullable [] compressed;

    Reply(int status, String type, byte[] body) {
        this(status, type, body, "");
    }

    private Reply(int status, String type, byte[] body, String problem) {
        this.status = status;
        this.type = type;
        this.body = body;
        this.problem = problem;
    }

    /** Reply with the reason why there is no answer. */
    static Reply problem(int status, String problem) {
        String text = JsonNodeFactory.instance
                .objectNode()
                .put("status", status)
                .put("problem", problem)
                .toString();
        return new Reply(status, "application/json", text.getBytes(StandardCharsets.UTF_8), problem);
    }

    static Reply json(String text) {
        return new Reply(OK, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    /** The body; callers must not modify it. */
    byte[] body() {
        return body;
    }

    /** The gzipped body for clients that accept it; callers must not modify it. */
    byte[] compressed() {
        byte[] known = compressed;
        if (known == null) {
            known = StaticFiles.gzip(body);
            compressed = known;
        }
        return known;
    }

    /** The reason why there is no answer; empty if there is one. */
    String problem() {
        return problem;
    }

    boolean isAnswer() {
        return status == OK;
    }
}
