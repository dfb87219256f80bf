package io.fairstream.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules for the name of a customer, resource, pool or match: any UTF-8 but control characters, up to 1 KiB. */
public final class Names {
    /** Longest name, in bytes of UTF-8. */
    public static final int LONGEST = 1024;

    private static final int LONGEST_PROJECT = 128;
    private static final int SHOWN = 40;

    private Names() {}

    /** The refusal of a name that must be there, or null if it is fine. {@code what} is the field's name. */
    public static @Nullable Refused refusal(String what, String name) {
        if (name.isEmpty()) {
            return new Refused(Reason.NAME_EMPTY, what + ": \"\" (expected: a name of 1 to 1024 bytes)");
        }
        return refusalUnlessEmpty(what, name);
    }

    /** The refusal of a path, names separated by single slashes, or null if it is fine. */
    public static @Nullable Refused refusalOfPath(String what, String path) {
        Refused refused = refusal(what, path);
        if (refused == null && (path.startsWith("/") || path.endsWith("/") || path.contains("//"))) {
            refused = new Refused(
                    Reason.NAME_EMPTY,
                    what + ": \"" + shown(path) + "\" (expected: names separated by single slashes)");
        }
        return refused;
    }

    /** The refusal of a name longer than so many bytes of UTF-8, or null if it is not. */
    public static @Nullable Refused refusalOfLength(String what, String name, int longest) {
        long length = name.length() <= longest / 3 ? 0 : utf8Length(name);
        return length <= longest
                ? null
                : new Refused(
                        Reason.NAME_TOO_LONG,
                        String.format(
                                "%s: \"%s\" of %d bytes (expected: at most %d)", what, shown(name), length, longest));
    }

    /** Returns the total length of texts in UTF-8, bytes. */
    public static long utf8Length(List<String> texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += utf8Length(text);
        }
        return bytes;
    }

    /** Returns the length of a text in UTF-8, bytes; half of a surrogate pair is written as one byte, a question mark. */
    public static long utf8Length(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                bytes += text.codePointAt(i) > c ? 2 : 0;
                i += text.codePointAt(i) > c ? 1 : 0;
            } else if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
            }
        }
        return bytes;
    }

    /** The refusal of a name that may be empty, or null if it is fine. */
    public static @Nullable Refused refusalUnlessEmpty(String what, String name) {
        int control = firstControl(name);
        if (control >= 0) {
            return new Refused(
                    Reason.NAME_CONTROL_CHARACTER,
                    String.format(
                            "%s: \"%s\" (expected: no control characters; U+%04X at position %d)",
                            what, shown(name), (int) name.charAt(control), control));
        }
        return refusalOfLength(what, name, LONGEST);
    }

    /** The refusal of a name that begins a key {@code cluster/...}, or null if it is fine. */
    public static @Nullable Refused refusalOfCluster(String name) {
        if (name.indexOf('/') >= 0) {
            return new Refused(
                    Reason.KEY_MISMATCH,
                    "cluster: \"" + shown(name) + "\" (expected: no slash, which ends the cluster's name in keys)");
        }
        return refusal("cluster", name);
    }

    /** The refusal of a name that begins a target {@code project/app}, or null if it is fine. */
    public static @Nullable Refused refusalOfProject(String name) {
        if (name.indexOf('/') >= 0) {
            return new Refused(
                    Reason.KEY_MISMATCH,
                    "project: \"" + shown(name) + "\" (expected: no slash, which ends the project's name in targets)");
        }
        Refused refused = refusal("project", name);
        return refused == null ? refusalOfLength("project", name, LONGEST_PROJECT) : refused;
    }

    private static int firstControl(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** A name to show: its beginning, without control characters. */
    public static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints().limit(SHOWN).forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return name.length() > shown.length() ? shown.append("...").toString() : shown.toString();
    }
}
