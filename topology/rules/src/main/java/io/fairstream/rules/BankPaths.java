package io.fairstream.rules;

import java.util.ArrayList;
import java.util.List;

/** Paths of banks and of users in them, such as {@code root/physics/alice}. */
public final class BankPaths {
    private BankPaths() {}

    /** The path of a user in a bank; of no bank, and of no user, it is UNKNOWN. A slash in a user's name is written {@code %2F}. */
    public static String path(String bank, String user) {
        String name = user.isEmpty() ? PseudoUsers.UNKNOWN : user.replace("/", "%2F");
        return (bank.isEmpty() ? PseudoUsers.UNKNOWN : bank) + "/" + name;
    }

    /** The banks around a path, the nearest first. */
    public static List<String> around(String path) {
        List<String> banks = new ArrayList<>(4);
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            banks.add(path.substring(0, slash));
        }
        return banks;
    }
}
