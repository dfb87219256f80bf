package io.fairstream.slurm;

import java.util.ArrayList;
import java.util.List;

/** The path of the bank that pays, such as {@code root/physics/astro}. */
public final class Bank {
    private Bank() {}

    /**
     * From {@code parent_accounts}, as {@code /root/physics/physics}: the last name is the account once more, as the
     * parent of the user's association. Names of accounts are unique in a cluster, so a name twice in a row is one account.
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
