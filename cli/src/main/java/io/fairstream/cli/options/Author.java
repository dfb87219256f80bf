package io.fairstream.cli.options;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Author of a decision, as it is stored. */
public final class Author {
    private Author() {}

    /**
     * Returns a name such as {@code alice@node1 (User:admin)}.
     *
     * @param stated value of {@code --by}; null for the logged-in user
     * @param principal Kafka principal of this client, if it is known
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
