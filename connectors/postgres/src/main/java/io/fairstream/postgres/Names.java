package io.fairstream.postgres;

import io.fairstream.relations.SqlName;
import java.util.Collection;
import java.util.stream.Collectors;

/** Names as SQL has them. All are quoted: {@code user}, {@code from} and {@code end} are words of SQL's own. */
final class Names {
    /** Characters of the longest name that PostgreSQL does not cut. */
    static final int LONGEST = 63;

    private Names() {}

    static String quoted(String name) {
        return SqlName.quoted(name);
    }

    static String quoted(Collection<String> names) {
        return names.stream().map(Names::quoted).collect(Collectors.joining(", "));
    }

    /** A string constant. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
