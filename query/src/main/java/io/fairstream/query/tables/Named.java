package io.fairstream.query.tables;

import java.util.Comparator;
import java.util.Locale;

/**
 * Named object.
 *
 * @param name as used by commands
 * @param detail short description
 */
record Named(Kind kind, String name, String detail) {
    /** Order by kind, then by name. */
    static final Comparator<Named> ORDER = Comparator.comparing(Named::kind).thenComparing(Named::name);

    /** Kind of the object. */
    public enum Kind {
        /** A submitter with a priority. */
        CUSTOMER,
        /** An accounting group. */
        GROUP,
        /** A bank, by its path. */
        BANK,
        /** A user in a bank, by the path. */
        ASSOCIATION,
        /** A user whose jobs or sessions are accounted. */
        USER,
        /** By cluster and number. */
        JOB,
        /** By cluster and name. */
        NODE,
        /** A currently matched resource. */
        RESOURCE,
        /** Host of a volunteer. */
        HOST,
        /** A project of volunteers. */
        PROJECT,
        /** Owner of a balance: a project, or one of its apps. */
        TARGET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
