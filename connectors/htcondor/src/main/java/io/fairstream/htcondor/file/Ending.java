package io.fairstream.htcondor.file;

import java.util.regex.Pattern;

/** Rule for the end of an entry in lines of text; entries in JSON and XML end when their brackets close. */
public enum Ending {
    /** An event of a log: after a line {@code ...}, or at the next event's first line if that one was lost. */
    DOTS {
        @Override
        boolean isSeparator(String line) {
            return line.equals("...");
        }

        @Override
        boolean begins(CharSequence line) {
            return line.length() > 9
                    && line.charAt(3) == ' '
                    && HEADER.matcher(line).lookingAt();
        }
    },
    /** A ClassAd: at a blank line, or with a banner of stars, which belongs to it. */
    BLANK_LINE {
        @Override
        boolean isSeparator(String line) {
            return line.isBlank();
        }

        @Override
        boolean ends(String line) {
            return line.startsWith("***");
        }
    },
    /** One line is one entry. */
    LINE {
        @Override
        boolean ends(String line) {
            return true;
        }
    };

    private static final Pattern HEADER = Pattern.compile("\\d{3} \\(-?\\d{1,12}\\.-?\\d{1,12}\\.-?\\d{1,12}\\) ");

    /** Returns true if the line is a separator between entries and part of none. */
    boolean isSeparator(String line) {
        return false;
    }

    /** Returns true if the line can only be the first of an entry. */
    boolean begins(CharSequence line) {
        return false;
    }

    /** Returns true if the line is the last of an entry. */
    boolean ends(String line) {
        return false;
    }

    /** Returns true if brackets at the beginning of an entry make it JSON or XML. */
    boolean allowsBrackets() {
        return this != LINE;
    }
}
