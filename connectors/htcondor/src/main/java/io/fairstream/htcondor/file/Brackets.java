package io.fairstream.htcondor.file;

import io.fairstream.htcondor.file.RawEntry.Spelling;

/** State of an entry in brackets while it is read character by character. */
abstract sealed class Brackets {
    /** Maximum number of characters that determine whether a line can only be the first of an entry. */
    static final int LONGEST_MARK = 5;

    abstract Spelling spelling();

    abstract void take(char next);

    /** Returns true if the bracket that began the entry has been closed. */
    abstract boolean isClosed();

    /** Returns true if the closed part is an entry, and not only markup between entries. */
    boolean isEntry() {
        return true;
    }

    /** Returns true if a line with this beginning can only be the first after a truncated entry. */
    boolean isFirst(CharSequence line) {
        return is(line, "...") || isNumber(line);
    }

    /** Returns true if a line of text begins an entry in brackets. */
    static boolean begin(CharSequence line) {
        return starts(line, "{\"") || is(line, "{") || is(line, "{\r") || starts(line, "<c>");
    }

    private static boolean starts(CharSequence line, String text) {
        return line.length() >= text.length() && is(line.subSequence(0, text.length()), text);
    }

    static boolean is(CharSequence line, String text) {
        return line.length() == text.length() && text.contentEquals(line);
    }

    /** Returns true for a line such as {@code 001 (}. */
    private static boolean isNumber(CharSequence line) {
        if (line.length() != LONGEST_MARK || line.charAt(3) != ' ' || line.charAt(4) != '(') {
            return false;
        }
        return line.subSequence(0, 3).chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** A JSON object; brackets in strings are ignored. */
    static final class Json extends Brackets {
        private int depth;
        private boolean inString;
        private boolean escaped;

        @Override
        Spelling spelling() {
            return Spelling.JSON;
        }

        @Override
        void take(char next) {
            if (escaped) {
                escaped = false;
            } else if (inString) {
                escaped = next == '\\';
                inString = next != '"';
            } else if (next == '"') {
                inString = true;
            } else if (next == '{') {
                depth++;
            } else if (next == '}') {
                depth--;
            }
        }

        @Override
        boolean isClosed() {
            return depth == 0;
        }

        @Override
        boolean isFirst(CharSequence line) {
            return is(line, "{") || super.isFirst(line);
        }
    }

    /** An ad in {@code <c>}, or a single tag around ads. */
    static final class Xml extends Brackets {
        private final StringBuilder tag = new StringBuilder();
        private boolean inTag;
        private boolean closed;
        private boolean entry;
        private int depth;

        @Override
        Spelling spelling() {
            return Spelling.XML;
        }

        @Override
        void take(char next) {
            if (next == '<') {
                inTag = true;
                tag.setLength(0);
            } else if (next == '>' && inTag) {
                inTag = false;
                end(tag.toString());
            } else if (inTag && tag.length() < LONGEST_MARK) {
                tag.append(next);
            }
        }

        private void end(String name) {
            if (name.equals("c") || name.startsWith("c ")) {
                entry = true;
                depth++;
            } else if (name.equals("/c")) {
                depth--;
            }
            closed = depth <= 0;
        }

        @Override
        boolean isClosed() {
            return closed;
        }

        @Override
        boolean isEntry() {
            return entry;
        }

        @Override
        boolean isFirst(CharSequence line) {
            return is(line, "<c>") || super.isFirst(line);
        }
    }
}
