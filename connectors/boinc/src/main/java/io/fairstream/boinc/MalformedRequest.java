package io.fairstream.boinc;

/** Exception for an unreadable request; the message may be sent to the client and contains no secret. */
final class MalformedRequest extends Exception {
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
