package io.fairstream.boinc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Logins that may attach hosts: login name, BOINC's password hash (MD5 of password and lower-case name), and owner of the hosts.
 * Clients send the hash, so that it must be protected like a password.
 */
public final class Logins {
    private static final String EXPECTED = "NAME PASSWORD-HASH [USER]";
    private static final int LONGEST_USER = 128;

    private final Map<String, Login> logins;

    private record Login(String user, String hash) {}

    private Logins(Map<String, Login> logins) {
        this.logins = logins;
    }

    /**
     * Parses logins, one a line: name, hash, and the user if its name is different.
     *
     * @throws IllegalArgumentException with the number of the first invalid line, without its content
     */
    public static Logins of(List<String> lines) {
        Map<String, Login> logins = new HashMap<>();
        for (Line line : Line.read(lines, 2, 3, EXPECTED)) {
            List<String> words = line.words();
            String hash = words.get(1).toLowerCase(Locale.ROOT);
            if (!hash.matches("[0-9a-f]{32}")) {
                throw line.problem("no password hash (expected: 32 hexadecimal digits)");
            }
            String user = words.get(words.size() == 2 ? 0 : 2);
            if (user.getBytes(StandardCharsets.UTF_8).length > LONGEST_USER) {
                throw line.problem("user name too long (expected: at most " + LONGEST_USER + " bytes)");
            }
            Login login = new Login(user, hash);
            if (logins.put(words.get(0).toLowerCase(Locale.ROOT), login) != null) {
                throw line.problem("a duplicate name (expected: once)");
            }
        }
        return new Logins(Map.copyOf(logins));
    }

    public int size() {
        return logins.size();
    }

    /** Returns the user, if name and hash are correct; names ignore case. */
    Optional<String> user(String name, String passwordHash) {
        Login login = logins.get(name.toLowerCase(Locale.ROOT));
        return login != null && isEqual(login.hash(), passwordHash.toLowerCase(Locale.ROOT))
                ? Optional.of(login.user())
                : Optional.empty();
    }

    /** Compares in constant time. */
    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
