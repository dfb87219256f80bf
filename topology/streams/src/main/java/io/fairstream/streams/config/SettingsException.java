package io.fairstream.streams.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration with problems: all of them. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    SettingsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /** At least one, in the order of the keys. */
    public List<Problem> problems() {
        return problems;
    }
}
