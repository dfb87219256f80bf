package io.fairstream.boinc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Texts of sibling elements by name; if a name occurs several times, the last element counts. */
final class Fields {
    private static final int LONGEST_SHOWN = 40;

    private final Map<String, String> texts = new HashMap<>();

    void put(String name, String text) {
        texts.put(name, text);
    }

    boolean has(String name) {
        return texts.containsKey(name);
    }

    /** Returns the text; empty if there is none. */
    String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /**
     * Returns a text with a maximum length.
     *
     * @throws MalformedRequest if it is longer; the message does not contain the text, which may be a secret
     */
    String text(String name, int longest) throws MalformedRequest {
        String text = text(name);
        if (text.length() > longest) {
            throw new MalformedRequest(name + ": " + text.length() + " characters (expected: at most " + longest + ")");
        }
        return text;
    }

    /** Returns a flag in BOINC's format: an empty element is true. */
    boolean flag(String name) {
        @Nullable String text = texts.get(name);
        return text != null && !text.equals("0");
    }

    /** Returns a number; 0 if there is none. */
    double number(String name) throws MalformedRequest {
        String text = texts.getOrDefault(name, "0");
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= Double.MAX_VALUE) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new MalformedRequest(name + ": " + shown(text) + " (expected: a number, 0 or more)");
    }

    /** Returns a count; 0 if there is none. */
    long count(String name) throws MalformedRequest {
        String text = texts.getOrDefault(name, "0");
        if (!text.matches("\\d{1,18}")) {
            throw new MalformedRequest(name + ": " + shown(text) + " (expected: a whole number, 0 or more)");
        }
        return Long.parseLong(text);
    }

    /** Returns a count like {@link #count}, limited to the range of an int. */
    int smallCount(String name) throws MalformedRequest {
        return (int) Math.min(Integer.MAX_VALUE, count(name));
    }

    private static String shown(String text) {
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "..." : text;
    }
}
