package io.fairstream.cli.terminal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name by which the user calls the command, so that printed commands can be typed: {@code fairstream}, or {@code ./fairstream} in
 * a source tree.
 */
public final class ProgramName {
    /** Usual name of the command, for users who have it on the path. */
    public static final String USUAL = "fairstream";

    private static final Pattern CALL = Pattern.compile("\\b" + USUAL + " ");
    private static final String PROPERTY = "fairstream.program";

    private ProgramName() {}

    /** Name with which the launcher was called. */
    public static String get() {
        String called = System.getProperty(PROPERTY, USUAL);
        return called.isBlank() ? USUAL : called;
    }

    /** Returns the text with each call of the command as the user can type it. */
    public static String in(String text) {
        return CALL.matcher(text).replaceAll(Matcher.quoteReplacement(get()) + " ");
    }
}
