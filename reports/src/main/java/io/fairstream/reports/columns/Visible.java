package io.fairstream.reports.columns;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text from anywhere with nothing in it that the eye cannot see: signs that move a cursor, end a line, turn the direction of writing or
 * take no room are shown by their numbers. A name that holds one could pass for another.
 */
public final class Visible {
    /** From here on texts may hold such signs; most have none of these. */
    private static final char FIRST_ODD = 0x7f;

    private static final Pattern LINE = Pattern.compile("[^\t\r\n]+");

    private Visible() {}

    /** The text, with such signs as {@code \}{@code u202E}. */
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter < ' ' || letter >= FIRST_ODD) {
                return from(i, text);
            }
        }
        return text;
    }

    /** As {@link #text}, for lines of our own, whose columns may be separated by tabs. */
    static String lines(String text) {
        return LINE.matcher(text).replaceAll(line -> Matcher.quoteReplacement(text(line.group())));
    }

    /** All before that place can be seen. */
    private static String from(int begin, String text) {
        StringBuilder shown = new StringBuilder(text.length()).append(text, 0, begin);
        text.substring(begin).codePoints().forEach(sign -> {
            if (isVisible(sign)) {
                shown.appendCodePoint(sign);
            } else {
                shown.append(String.format("\\u%04X", sign));
            }
        });
        return shown.toString();
    }

    private static boolean isVisible(int sign) {
        return switch (Character.getType(sign)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
