package io.fairstream.slurm;

import java.util.ArrayList;
import java.util.List;

/** Path of the charged bank, such as {@code root/physics/astro}. */
final class Bank {
    private Bank() {}

    /**
     * Returns the path for {@code parent_accounts}, such as {@code /root/physics/physics}. The last name repeats the account, which
     * is the parent of the user's association. Names of accounts are unique in a cluster, so that a repeated name is one account.
     */
    static String ofPath(String parents) {
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
