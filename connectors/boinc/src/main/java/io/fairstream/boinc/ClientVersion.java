package io.fairstream.boinc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of BOINC clients; since 7.10 they report their work to account managers. */
final class ClientVersion {
    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(\\..*)?");
    private static final int MAJOR = 7;
    private static final int MINOR = 10;

    private ClientVersion() {}

    static boolean counts(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major > MAJOR || (major == MAJOR && Integer.parseInt(parts.group(2)) >= MINOR);
    }
}
