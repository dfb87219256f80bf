package io.fairstream.cli.tables;

import io.fairstream.cli.records.Row;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.json.PlainJson;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Prints tables of a cluster: for people, or as JSON lines, which name their table when there are several.
 *
 * @param json {@code {"customer":…}}, or of several tables {@code {"table":"priorities","row":{"customer":…}}}
 * @param at the instant at which rows are evaluated; null for each row's own
 * @param key null for all keys
 * @param everything with what no longer holds
 */
public record TablePrinter(
        TopicReader reader,
        PrintWriter out,
        boolean json,
        @Nullable Instant at,
        @Nullable String key,
        boolean everything) {

    /**
     * Prints the tables one after the other.
     *
     * @throws Failure if the instant is before that of a row
     */
    public void print(List<View<?>> views) {
        for (View<?> view : views) {
            if (views.size() > 1 && !json) {
                out.println(view.name());
            }
            print(view, views.size() > 1);
            if (views.size() > 1 && !json) {
                out.println();
            }
        }
    }

    private <V extends SpecificRecord> void print(View<V> view, boolean isNamed) {
        Consumer<V> line = row -> out.println(isNamed ? named(view, row) : PlainJson.write(row));
        if (json && view.isJournal()) {
            view.reading().read(reader, key, row -> pass(row, line));
            return;
        }
        Rows<V> rows = (everything ? view.everything() : view.rows()).get();
        view.reading().read(reader, key, rows);
        List<V> shown =
                evaluated(view, rows.all()).stream().sorted(view.order()).toList();
        if (json) {
            shown.forEach(line);
        } else {
            view.columns().print(shown, false, out);
        }
        out.flush();
    }

    private static <V> void pass(Row<V> row, Consumer<V> to) {
        V value = row.value();
        if (value != null) {
            to.accept(value);
        }
    }

    private static String named(View<?> view, SpecificRecord row) {
        return "{\"table\":\"" + view.name() + "\",\"row\":" + PlainJson.write(row) + "}";
    }

    private <V extends SpecificRecord> Collection<V> evaluated(View<V> view, Collection<V> rows) {
        try {
            return at == null ? rows : view.at(at, rows);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }
}
