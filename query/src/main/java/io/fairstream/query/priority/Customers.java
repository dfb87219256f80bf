package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Customers selected by names on the command line. {@code user@domain} selects the customer with that name,
 * case-sensitive. A bare {@code user} also selects every customer with that name before the last {@code @}. The name of
 * a group selects the group, ignoring case.
 */
public record Customers(List<String> names) {
    public Customers {
        names = List.copyOf(names);
    }

    /** Returns true if the row belongs to one of the customers. */
    boolean include(Priority row) {
        return names.stream().anyMatch(name -> means(name, row));
    }

    /** Returns the names that select none of the rows. */
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

    /** Returns the single row for an edit: the customer with exactly that name, or the group with that name, ignoring case. */
    public static Optional<Priority> exactly(String name, Collection<Priority> rows) {
        return rows.stream()
                .filter(row -> row.getCustomer().equals(name)
                        || (row.getGroup() && row.getCustomer().equalsIgnoreCase(name)))
                .findFirst();
    }

    /** Returns a customer whose name differs in case or has another domain, as a suggestion for an unknown name. */
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
