package io.fairstream.streams.config;

/**
 * One wrong entry of a configuration.
 *
 * @param key as it was written
 * @param value as it was written; empty when it is missing; stars when it is a secret
 * @param expectation what would be right
 */
public record Problem(String key, String value, String expectation) {

    public Problem {
        if (key.matches(".*(password|secret|jaas|user\\.info).*")) {
            value = "***";
        }
    }

    /** {@code key: value (expected: expectation)}. */
    @Override
    public String toString() {
        return key + ": " + value + " (expected: " + expectation + ")";
    }
}
