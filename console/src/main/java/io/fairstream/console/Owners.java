package io.fairstream.console;

import io.fairstream.rules.priority.Groups;

/**
 * Rule that decides which user owns a name. A customer is a user name, optionally followed by the pool's domain and preceded by
 * configured accounting groups: {@code alice}, {@code alice@example.org} and {@code physics.alice@example.org}. Other similar names
 * belong to other users.
 *
 * @param groups configured accounting groups
 * @param domain of the pool's users; empty if their names have none
 */
public record Owners(Groups groups, String domain) {
    /** Returns true if the user owns the customer or user of that name. */
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
