package io.fairstream.streams.config;

import java.util.Locale;

/**
 * One key of the configuration.
 *
 * @param <T> the value's type
 */
public final class Key<T> {
    static final String ENVIRONMENT_PREFIX = "FAIRSTREAM_";

    private final String name;
    private final String defaultText;
    private final String expectation;
    private final String doc;
    private final Parser<T> parser;

    Key(String name, String defaultText, String expectation, String doc, Parser<T> parser) {
        this.name = name;
        this.defaultText = defaultText;
        this.expectation = expectation;
        this.doc = doc;
        this.parser = parser;
    }

    /** As it stands in a file or after {@code --set}. */
    public String name() {
        return name;
    }

    /** The default as one would write it; empty when there is none. */
    public String defaultText() {
        return defaultText;
    }

    /** What values are legal, in words. */
    public String expectation() {
        return expectation;
    }

    /** What it does. */
    public String doc() {
        return doc;
    }

    /** The environment variable that sets it. */
    public String environmentVariable() {
        return ENVIRONMENT_PREFIX + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * The value that the text stands for.
     *
     * @throws RuntimeException if the text is no legal value
     */
    T parse(String text) {
        return parser.parse(text);
    }
}
