package io.fairstream.app.config;

import java.util.List;
import java.util.stream.Collectors;

/** Invalid configuration, with all its problems. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    SettingsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /** Problems, at least one, in the order of the keys. */
    public List<Problem> problems() {
        return problems;
    }

    /** Invalid entry of a configuration, as it was written; the value is empty if it is missing, and stars if it is a secret. */
    public record Problem(String key, String value, String expectation) {

        public Problem {
            if (key.matches(".*(password|secret|jaas|user\\.info).*")) {
                value = "***";
            }
        }

        @Override
        public String toString() {
            return key + ": " + value + " (expected: " + expectation + ")";
        }
    }
}
