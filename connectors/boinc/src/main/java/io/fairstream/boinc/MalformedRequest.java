package io.fairstream.boinc;

/** A request that cannot be read; the message may be told to the client and holds no secret. */
public final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    MalformedRequest(String problem) {
        super(problem);
        this.problem = problem;
    }

    String problem() {
        return problem;
    }
}
