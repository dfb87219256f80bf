package io.fairstream.streams.config;

import java.util.Locale;
import java.util.Optional;

/**
 * One key of the configuration.
 *
 * @param <T> the value's type
 * @param name as it stands in a file or after {@code --set}
 * @param defaultText the default as one would write it; empty when there is none
 * @param doc what it does
 */
public record Key<T>(String name, String defaultText, Parser<T> parser, String doc) {
    static final String ENVIRONMENT_PREFIX = "FAIRSTREAM_";

    /** Description of the valid values. */
    public String expectation() {
        return parser.expectation();
    }

    /** The environment variable that sets it. */
    public String environmentVariable() {
        return ENVIRONMENT_PREFIX + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The value that the text stands for; empty if it is no legal one. */
    Optional<T> parse(String text) {
        try {
            return Optional.of(parser.reader().apply(text));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
