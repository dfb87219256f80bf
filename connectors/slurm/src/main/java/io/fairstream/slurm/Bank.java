package io.fairstream.slurm;

import java.util.ArrayList;
import java.util.List;

/** Path of the charged bank, such as {@code root/physics/astro}. */
public final class Bank {
    private Bank() {}

    /**
     * Returns the path for {@code parent_accounts}, as {@code /root/physics/physics}: the last name repeats the
     * account, as the parent of the user's association. Names of accounts are unique in a cluster, so a name twice in a
     * row is one account.
     */
    public static String ofPath(String parents) {
        List<String> names = new ArrayList<>();
        for (String name : parents.split("/", -1)) {
            if (!name.isEmpty()
                    && (names.isEmpty() || !names.get(names.size() - 1).equals(name))) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }
}
