package io.fairstream.schemas;

import java.util.ArrayList;
import java.util.List;

/** The path of a bank from what a scheduler calls it: {@code root/physics} from {@code physics}. */
public final class BankPath {
    public static final String ROOT = "root";

    private BankPath() {}

    /**
     * Right below the root, since a name alone does not tell the parents; a name with slashes is a path and stays, empty names in
     * it left out. Empty for none.
     */
    public static String of(String name) {
        if (name.indexOf('/') >= 0) {
            List<String> names = new ArrayList<>(List.of(name.split("/", -1)));
            names.removeIf(String::isEmpty);
            return String.join("/", names);
        }
        return name.isEmpty() || name.equals(ROOT) ? name : ROOT + "/" + name;
    }
}
