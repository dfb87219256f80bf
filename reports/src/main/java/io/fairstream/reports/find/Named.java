package io.fairstream.reports.find;

import java.util.Comparator;
import java.util.Locale;

/**
 * Something that has a name.
 *
 * @param name by which commands know it
 * @param detail a few words on it
 */
public record Named(Kind kind, String name, String detail) {
    /** First by kind. */
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
        /** Somebody of whom jobs or sessions are accounted. */
        USER,
        /** By cluster and number. */
        JOB,
        /** By cluster and name. */
        NODE,
        /** Something that is matched now. */
        RESOURCE,
        /** A volunteer's. */
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
