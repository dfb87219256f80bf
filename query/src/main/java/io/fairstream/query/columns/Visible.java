package io.fairstream.query.columns;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Filter for invisible characters in untrusted text: those that move a cursor, end a line, change the direction of
 * writing or have no width are shown by their code points. With them, one name could look like another.
 */
public final class Visible {
    /** First character that needs a check; most texts contain only smaller ones. */
    private static final char FIRST_ODD = 0x7f;

    /** Letters, marks and symbols without a glyph: a joiner, fillers, inherent vowels, an empty Braille cell. */
    private static final String BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0";

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

    /** Returns a writer that shows such characters in the texts printed to it, as {@link #lines} does. */
    public static Writer writer(Writer to) {
        return new FilterWriter(to) {
            @Override
            public void write(int letter) throws IOException {
                out.write(lines(Character.toString(letter)));
            }

            @Override
            public void write(char[] letters, int begin, int length) throws IOException {
                out.write(lines(new String(letters, begin, length)));
            }

            @Override
            public void write(String text, int begin, int length) throws IOException {
                out.write(lines(text.substring(begin, begin + length)));
            }
        };
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
        return BLANK.indexOf(sign) < 0 && !isVariation(sign) && isVisibleType(sign);
    }

    /** True for a selector of a variant of the character before it. */
    private static boolean isVariation(int sign) {
        return (sign >= 0x180b && sign <= 0x180f)
                || (sign >= 0xfe00 && sign <= 0xfe0f)
                || (sign >= 0xe0000 && sign <= 0xe0fff);
    }

    private static boolean isVisibleType(int sign) {
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
