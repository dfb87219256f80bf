package io.fairstream.reports.userprio;

import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The customers that some names on the command line mean: {@code user@domain} the one of that name, case-sensitive; a bare
 * {@code user} also whoever has that before the last {@code @}; a group's name the group, in any case.
 */
public record Customers(List<String> names) {
    public Customers {
        names = List.copyOf(names);
    }

    /** Returns true if the row is of one of the customers. */
    boolean include(Priority row) {
        return names.stream().anyMatch(name -> means(name, row));
    }

    /** Names that mean none of the rows. */
    List<String> unknownAmong(Collection<Priority> rows) {
        List<String> unknown = new ArrayList<>(names);
        unknown.removeIf(name -> rows.stream().anyMatch(row -> means(name, row)));
        return unknown;
    }

    private static boolean means(String name, Priority row) {
        return row.getGroup()
                ? row.getCustomer().equalsIgnoreCase(name)
                : row.getCustomer().equals(name) || isLocalPart(name, row.getCustomer());
    }

    static boolean isLocalPart(String name, String customer) {
        return name.indexOf('@') < 0
                && customer.length() > name.length()
                && customer.startsWith(name)
                && customer.lastIndexOf('@') == name.length();
    }

    /** The one row of which an edit speaks: the customer of just that name, or the group of that name in any case. */
    public static Optional<Priority> exactly(String name, Collection<Priority> rows) {
        return rows.stream()
                .filter(row -> row.getCustomer().equals(name)
                        || (row.getGroup() && row.getCustomer().equalsIgnoreCase(name)))
                .findFirst();
    }

    /** Somebody who may have been meant by a name that is nobody's. */
    public static Optional<String> near(String name, Collection<Priority> rows) {
        return rows.stream()
                .map(Priority::getCustomer)
                .filter(customer -> customer.equalsIgnoreCase(name) || isLocalPart(localPart(name), customer))
                .sorted()
                .findFirst();
    }

    private static String localPart(String name) {
        int at = name.lastIndexOf('@');
        return at < 0 ? name : name.substring(0, at);
    }
}
