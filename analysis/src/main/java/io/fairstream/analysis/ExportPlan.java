package io.fairstream.analysis;

import io.fairstream.relations.Relation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plan of an export: the rows to export, and their format.
 *
 * @param directory in which the table gets a directory of its own
 * @param isByDay whether files are partitioned by the UTC day of the rows' event time
 * @param from only rows of this event time or later; null for all
 * @param to only rows of an event time before it; null for all
 */
public record ExportPlan(
        Relation relation,
        FileFormat format,
        Path directory,
        boolean isByDay,
        @Nullable Instant from,
        @Nullable Instant to) {

    /** Returns the directory of the table's files. */
    Path folder() {
        return directory.resolve(relation.name());
    }

    /** Returns the terms that must be equal for all exports to one directory. */
    String terms() {
        return String.format(
                Locale.ROOT,
                "table=%s%nformat=%s%nby=%s%nfrom=%s%nto=%s%n",
                relation.name(),
                format.ending(),
                isByDay ? "day" : "",
                from == null ? "" : from,
                to == null ? "" : to);
    }

    /** Returns true if rows may be left out. */
    boolean isPart() {
        return from != null || to != null;
    }
}
