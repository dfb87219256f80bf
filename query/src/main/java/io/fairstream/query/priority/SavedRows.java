package io.fairstream.query.priority;

import io.fairstream.query.records.Failure;
import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.schemas.Priority;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows saved from the output of {@code --json}. */
public final class SavedRows {
    private SavedRows() {}

    /**
     * Reads a file of saved rows.
     *
     * @param file path; {@code -} for standard input; a name that ends with {@code .gz} is decompressed
     * @throws Failure naming the first bad line
     */
    public static List<Priority> read(String file) throws IOException {
        List<Priority> rows = new ArrayList<>();
        try (JsonLines lines = JsonLines.open(file)) {
            while (lines.hasNext()) {
                rows.add(lines.next().as(Priority.class));
            }
        } catch (LineException e) {
            throw new Failure(e.getMessage() + " (expected: lines that --json printed)", e);
        }
        return rows;
    }
}
