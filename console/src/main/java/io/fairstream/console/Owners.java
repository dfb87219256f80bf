package io.fairstream.console;

import io.fairstream.rules.priority.Groups;

/**
 * Whose a name is. A customer is a user, maybe with the domain of the pool behind and with accounting groups of the configuration before:
 * {@code alice}, {@code alice@example.org} and {@code physics.alice@example.org}. What only looks alike is somebody else's.
 *
 * @param groups of the configuration
 * @param domain of the pool's users; empty if their names have none
 */
public record Owners(Groups groups, String domain) {
    /** Returns true if the customer or user of that name is the user. */
    public boolean owns(String user, String name) {
        if (isCalled(user, name)) {
            return true;
        }
        for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            if (groups.spelling(name.substring(0, dot)) != null && isCalled(user, name.substring(dot + 1))) {
                return true;
            }
        }
        return false;
    }

    private boolean isCalled(String user, String name) {
        return name.equals(user) || (!domain.isEmpty() && name.equals(user + "@" + domain));
    }

    /** Returns true if the last name of a path of banks is that of the user. */
    public boolean ownsPath(String user, String path) {
        int slash = path.lastIndexOf('/');
        return slash >= 0 && path.substring(slash + 1).equals(user);
    }
}
