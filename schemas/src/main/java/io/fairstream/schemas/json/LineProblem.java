package io.fairstream.schemas.json;

/** A {@link JsonProblem} and where it stands: {@code events.jsonl:17: at: missing (expected: …)}. */
public final class LineProblem extends RuntimeException {
    private final String file;
    private final long line;
    private final JsonProblem problem;

    LineProblem(String file, long line, JsonProblem problem) {
        super(file + ":" + line + ": " + problem.getMessage(), problem);
        this.file = file;
        this.line = line;
        this.problem = problem;
    }

    public String file() {
        return file;
    }

    /** Number of the line, counted from 1. */
    public long line() {
        return line;
    }

    /** Path of the field; empty for the line as a whole. */
    public String field() {
        return problem.field();
    }
}
