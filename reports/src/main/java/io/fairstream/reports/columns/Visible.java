package io.fairstream.reports.columns;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Filter for invisible characters in untrusted text: those that move a cursor, end a line, change the direction of
 * writing or have no width are shown by their code points. With them, one name could look like another.
 */
public final class Visible {
    /** First character that needs a check; most texts contain only smaller ones. */
    private static final char FIRST_ODD = 0x7f;

    private static final Pattern LINE = Pattern.compile("[^\t\r\n]+");

    private Visible() {}

    /** Returns the text with such characters as {@code \}{@code u202E}. */
    public static String text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter < ' ' || letter >= FIRST_ODD) {
                return from(i, text);
            }
        }
        return text;
    }

    /** As {@link #text}, for lines of our own output, in which tabs may separate columns. */
    static String lines(String text) {
        return LINE.matcher(text).replaceAll(line -> Matcher.quoteReplacement(text(line.group())));
    }

    /** Returns the visible text; all characters before {@code begin} are visible. */
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
