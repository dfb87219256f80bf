package io.fairstream.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Names of users by their numbers, from the node's name services, such as local files or LDAP. The name of an unknown user is the
 * number. Mutable, for one thread.
 */
public final class UserNames implements LongFunction<String> {
    private static final int PATIENCE_SECONDS = 2;
    private static final int UNKNOWN = 2;

    private final Map<Long, String> names = new HashMap<>();

    @Override
    public String apply(long user) {
        String known = names.get(user);
        if (known != null) {
            return known;
        }
        String number = Long.toString(user);
        try {
            Process getent = new ProcessBuilder("getent", "passwd", number).start();
            getent.getOutputStream().close();
            if (!getent.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                getent.destroyForcibly();
                return number;
            }
            String entry = new String(getent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (getent.exitValue() == UNKNOWN || entry.indexOf(':') > 0) {
                names.put(user, entry.indexOf(':') > 0 ? entry.substring(0, entry.indexOf(':')) : number);
            }
        } catch (IOException noSuchProgram) {
            names.put(user, number);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return names.getOrDefault(user, number);
    }
}
