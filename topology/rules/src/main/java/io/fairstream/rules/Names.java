package io.fairstream.rules;

import io.fairstream.rules.Rejection.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules for the name of a customer, resource, pool or match: any UTF-8 except control characters, up to 1 KiB. */
public final class Names {
    /** Longest name, in bytes of UTF-8. */
    public static final int LONGEST = 1024;

    private static final int LONGEST_PROJECT = 128;
    private static final int SHOWN = 40;

    private Names() {}

    /** Returns the rejection of a required name, or null if it is valid. {@code what} is the field's name. */
    public static @Nullable Rejection refusal(String what, String name) {
        if (name.isEmpty()) {
            return new Rejection(Reason.NAME_EMPTY, what + ": \"\" (expected: a name of 1 to 1024 bytes)");
        }
        return refusalUnlessEmpty(what, name);
    }

    /** Returns the rejection of a required name of at most {@code longest} bytes, or null if it is valid. */
    public static @Nullable Rejection refusal(String what, String name, int longest) {
        return Rejection.first(refusal(what, name), refusalOfLength(what, name, longest));
    }

    /** Returns the rejection of a path, which is names separated by single slashes, or null if it is valid. */
    public static @Nullable Rejection refusalOfPath(String what, String path) {
        Rejection refused = refusal(what, path);
        return refused == null && (path.startsWith("/") || path.endsWith("/") || path.contains("//"))
                ? Rejection.of(Reason.NAME_EMPTY, what, quoted(path), "names separated by single slashes")
                : refused;
    }

    /** Returns the rejection of a name longer than {@code longest} bytes of UTF-8, or null if it is not longer. */
    public static @Nullable Rejection refusalOfLength(String what, String name, int longest) {
        long length = name.length() <= longest / 3 ? 0 : utf8Length(name);
        if (length <= longest) {
            return null;
        }
        String given = quoted(name) + " of " + length + " bytes";
        return Rejection.of(Reason.NAME_TOO_LONG, what, given, "at most " + longest);
    }

    public static long utf8Length(List<String> texts) {
        return texts.stream().mapToLong(Names::utf8Length).sum();
    }

    /** Returns the length of a text in UTF-8, bytes; an unpaired surrogate is written as one byte, a question mark. */
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

    /** Returns the rejection of an optional name, or null if it is valid or empty. */
    public static @Nullable Rejection refusalUnlessEmpty(String what, String name) {
        int control = firstControl(name);
        if (control < 0) {
            return refusalOfLength(what, name, LONGEST);
        }
        String found = String.format("U+%04X at position %d", (int) name.charAt(control), control);
        return Rejection.of(Reason.NAME_CONTROL_CHARACTER, what, quoted(name), "no control characters; " + found);
    }

    /** Returns the rejection of a name that starts a key {@code cluster/...}, or null if it is valid. */
    public static @Nullable Rejection refusalOfCluster(String name) {
        return Rejection.first(refusalOfSlash("cluster", name, "keys"), refusal("cluster", name));
    }

    /** Returns the rejection of a name that starts a target {@code project/app}, or null if it is valid. */
    public static @Nullable Rejection refusalOfProject(String name) {
        return Rejection.first(refusalOfSlash("project", name, "targets"), refusal("project", name, LONGEST_PROJECT));
    }

    private static @Nullable Rejection refusalOfSlash(String what, String name, String within) {
        if (name.indexOf('/') < 0) {
            return null;
        }
        String expected = "no slash, which ends the " + what + "'s name in " + within;
        return Rejection.of(Reason.KEY_MISMATCH, what, quoted(name), expected);
    }

    private static int firstControl(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Formats a name for messages like {@link #shown}, in quotation marks. */
    public static String quoted(String name) {
        return "\"" + shown(name) + "\"";
    }

    /** Formats a name for messages: its beginning, without control characters. */
    public static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints().limit(SHOWN).forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return name.length() > shown.length() ? shown.append("...").toString() : shown.toString();
    }

    /** Users that stand for processor time of no real user, as in SLURM's design of 2002, so that the books balance. */
    public static final class PseudoUsers {
        /** User of the time not explained by any session. */
        public static final String SYSTEM = "SYSTEM";

        /** User of the time that nobody used. */
        public static final String IDLE = "IDLE";

        /** User of the time not covered by any snapshot. */
        public static final String DOWN = "DOWN";

        /** User of the time of a job whose user was never reported. */
        public static final String UNKNOWN = "UNKNOWN";

        public static final long SYSTEM_ID = 0;
        public static final long IDLE_ID = -1;
        public static final long DOWN_ID = -2;

        private PseudoUsers() {}

        /** Returns true if the user is a person, known or unknown, and not a part of the node itself. */
        public static boolean isRealUser(String user) {
            return !user.equals(SYSTEM) && !user.equals(IDLE) && !user.equals(DOWN);
        }

        /**
         * Returns true if the times when a user was first and last seen are known: not for DOWN, since late snapshots take back its time.
         */
        public static boolean isSeen(String user) {
            return !user.equals(DOWN);
        }
    }

    /** Paths of banks and of users in them, such as {@code root/physics/alice}. */
    public static final class BankPaths {
        private BankPaths() {}

        /** Returns the path of a user in a bank; an empty bank or user becomes UNKNOWN. A slash in a user's name is written {@code %2F}. */
        public static String path(String bank, String user) {
            String name = user.isEmpty() ? PseudoUsers.UNKNOWN : user.replace("/", "%2F");
            return (bank.isEmpty() ? PseudoUsers.UNKNOWN : bank) + "/" + name;
        }

        /** Returns the banks above a path, the nearest first. */
        public static List<String> around(String path) {
            List<String> banks = new ArrayList<>(4);
            for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                banks.add(path.substring(0, slash));
            }
            return banks;
        }
    }
}
