package io.fairstream.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One statement of a script.
 *
 * @param text without the semicolon at its end
 * @param line in which it begins, from 1
 * @param column in which it begins, from 1
 */
public record Statement(String text, int line, int column) {
    /** Tokens that may contain a semicolon which is not a separator; the last ones extend to the end of the script. */
    private static final Pattern TOKENS = Pattern.compile(
            "'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"|--[^\\n]*+|/\\*(?s:.*?)\\*/|(\\$[A-Za-z_]*\\$)(?s:.*?)\\1|(?<end>;)"
                    + "|(?<open>'|\"|/\\*|\\$[A-Za-z_]*\\$)(?s:.*)");

    private static final Pattern BLANKS = Pattern.compile("(?:\\s|--[^\\n]*+|/\\*(?s:.*?)\\*/)*+");

    /**
     * A possibly incomplete script.
     *
     * @param whole complete statements, with a semicolon
     * @param rest the text after them; an incomplete statement, or only blanks and comments
     * @param isOpen whether a string, a quoted name or a comment is not closed
     */
    public record Script(List<Statement> whole, Statement rest, boolean isOpen) {
        /** Returns all statements, including the one without a semicolon. */
        public List<Statement> all() {
            List<Statement> all = new ArrayList<>(whole);
            if (!rest.isBlank()) {
                all.add(rest);
            }
            return all;
        }
    }

    /** Splits a script at its semicolons, without empty statements. */
    public static Script split(String script) {
        List<Statement> whole = new ArrayList<>();
        Matcher token = TOKENS.matcher(script);
        int from = 0;
        boolean isOpen = false;
        while (token.find()) {
            isOpen |= token.group("open") != null;
            if (token.group("end") != null) {
                Statement statement = of(script, from, token.start());
                if (!statement.isBlank()) {
                    whole.add(statement);
                }
                from = token.end();
            }
        }
        return new Script(whole, of(script, from, script.length()), isOpen);
    }

    private static Statement of(String script, int from, int to) {
        Matcher blanks = BLANKS.matcher(script).region(from, to);
        int start = blanks.lookingAt() ? blanks.end() : from;
        String before = script.substring(0, start);
        int line =
                1 + (int) before.chars().filter(character -> character == '\n').count();
        int column = before.codePointCount(before.lastIndexOf('\n') + 1, start) + 1;
        return new Statement(script.substring(start, to).stripTrailing(), line, column);
    }

    boolean isBlank() {
        return text.isEmpty();
    }
}
