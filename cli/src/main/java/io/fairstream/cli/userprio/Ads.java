package io.fairstream.cli.userprio;

import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Priority;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Rows as HTCondor's tools print ads, for scripts that read those. */
final class Ads {
    private static final List<Attribute> ALL = List.of(Attribute.values());

    private Ads() {}

    /** As {@code condor_userprio -long}: a blank line after each. */
    static void print(Collection<Priority> rows, PrintWriter out) {
        for (Priority row : rows) {
            printAttributes(row, "", out);
            out.println();
        }
    }

    /** As {@code condor_userprio -long -legacy}: one ad of all, names with the row's number behind. */
    static void printLegacy(List<Priority> rows, Instant at, PrintWriter out) {
        out.println(Attribute.LAST_UPDATE.ad() + " = " + at.getEpochSecond());
        for (int i = 0; i < rows.size(); i++) {
            printAttributes(rows.get(i), Integer.toString(i + 1), out);
        }
        out.println("NumSubmittors = " + rows.size());
    }

    private static void printAttributes(Priority row, String number, PrintWriter out) {
        for (Attribute attribute : ALL) {
            boolean isOfAll = attribute == Attribute.LAST_UPDATE && !number.isEmpty();
            if (!isOfAll && attribute.of(row) != null) {
                out.println(attribute.ad() + number + " = " + attribute.literal(row));
            }
        }
    }

    /** As {@code condor_userprio -autoformat}: texts without quotes. */
    static void printValues(Collection<Priority> rows, List<Attribute> attributes, PrintWriter out) {
        for (Priority row : rows) {
            out.println(String.join(
                    " ",
                    attributes.stream().map(attribute -> value(attribute, row)).toList()));
        }
    }

    /** As {@link #printValues}, in columns. */
    static void printHeaded(Collection<Priority> rows, List<Attribute> attributes, PrintWriter out) {
        Table<Priority> table = new Table<>();
        attributes.forEach(attribute -> table.text(attribute.ad(), attribute.ad(), row -> value(attribute, row)));
        table.print(rows, false, out);
    }

    private static String value(Attribute attribute, Priority row) {
        Object value = attribute.of(row);
        return value == null ? "undefined" : value.toString();
    }
}
