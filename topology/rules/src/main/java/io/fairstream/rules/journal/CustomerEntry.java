package io.fairstream.rules.journal;

import java.util.Comparator;

/**
 * An entry of a customer's account: a change of use, or an edit. Entries act in the order of their instants; at the same instant
 * edits act by kind and then by who decided, and changes of use act last.
 */
public interface CustomerEntry {
    /** The order in which entries act; entries that are equal in it act in the order of their arrival. */
    Comparator<CustomerEntry> ORDER = CustomerEntry::compareInOrder;

    /** The instant at which it acts, milliseconds since 1970. */
    long at();

    /** Position among the kinds of entries of the same instant. */
    int rank();

    /** The person who decided, or empty. */
    default String by() {
        return "";
    }

    /** Begin of what the entry is a part of, milliseconds since 1970. */
    default long since() {
        return at();
    }

    private static int compareInOrder(CustomerEntry one, CustomerEntry other) {
        int order = Long.compare(one.at(), other.at());
        if (order == 0) {
            order = Integer.compare(one.rank(), other.rank());
        }
        if (order == 0) {
            order = one.by().compareTo(other.by());
        }
        return order == 0 ? Long.compare(one.since(), other.since()) : order;
    }
}
