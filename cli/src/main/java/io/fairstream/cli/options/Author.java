package io.fairstream.cli.options;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The name under which a decision is kept. */
public final class Author {
    private Author() {}

    /**
     * Such as {@code alice@node1 (User:admin)}.
     *
     * @param stated by {@code --by}; null for who is logged in
     * @param principal as whom the cluster knows us, if that can be told
     */
    public static String of(@Nullable String stated, Optional<String> principal) {
        String who = stated == null ? whoIsLoggedIn() : stated;
        return principal.map(known -> who + " (" + known + ")").orElse(who);
    }

    private static String whoIsLoggedIn() {
        String user = System.getProperty("user.name");
        try {
            return user + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return user + "@localhost";
        }
    }
}
