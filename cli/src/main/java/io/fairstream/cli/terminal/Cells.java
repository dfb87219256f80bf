package io.fairstream.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text measured in cells of a terminal: a Chinese character takes two cells, a combining one none. */
final class Cells {
    private static final String ELLIPSIS = "…";
    /** First character that may take no cell or two; most texts have no character from here on. */
    private static final char FIRST_ODD = 0x7f;

    private Cells() {}

    /** Number of cells that the text takes. */
    static int width(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            if (letter < ' ' || letter >= FIRST_ODD) {
                return widthFrom(i, text);
            }
        }
        return length;
    }

    /** Width of the text; each character before {@code begin} takes one cell. */
    private static int widthFrom(int begin, String text) {
        int width = begin;
        for (int i = begin; i < text.length(); ) {
            int letter = text.codePointAt(i);
            width += Math.max(0, WCWidth.wcwidth(letter));
            i += Character.charCount(letter);
        }
        return width;
    }

    /** Returns the text, cut with an ellipsis if it takes more cells. */
    static String cut(String text, int cells) {
        if (width(text) <= cells) {
            return text;
        }
        int width = 0;
        int i = 0;
        while (i < text.length()) {
            int letter = text.codePointAt(i);
            int next = width + Math.max(0, WCWidth.wcwidth(letter));
            if (next > cells - 1) {
                break;
            }
            width = next;
            i += Character.charCount(letter);
        }
        return text.substring(0, i) + ELLIPSIS;
    }

    /** Wraps words into lines of at most this many cells; a longer word gets a line of its own. */
    static List<String> wrapped(String words, int cells) {
        List<String> lines = new ArrayList<>();
        for (String own : words.split("\n", -1)) {
            StringBuilder line = new StringBuilder();
            for (String word : own.split(" ", -1)) {
                if (line.length() > 0 && width(line + " " + word) > cells) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.length() == 0 ? "" : " ").append(word);
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** Width of the longest word, in cells. */
    static int longestWord(String words) {
        int longest = 0;
        for (String word : words.split("[ \n]", -1)) {
            longest = Math.max(longest, width(word));
        }
        return longest;
    }
}
