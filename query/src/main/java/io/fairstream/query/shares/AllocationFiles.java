package io.fairstream.query.shares;

import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.query.shares.AllocationEdit.Field;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of files about allocations: a table with a column {@code target} and one for each {@link Field} that it gives, JSON lines of the
 * topic, or the limits of the associations in the output of {@code sacctmgr}.
 */
public final class AllocationFiles {
    private static final String TARGET = "target";
    private static final CsvRow.Form TABLE = new CsvRow.Form(
            ',',
            first -> first.contains(TARGET) ? first : List.of(),
            "a column target, and others such as unit, hours, start");

    private final Statement<AllocationEdit> statement = new Statement<>();

    private AllocationFiles() {}

    /**
     * Reads the files as one statement.
     *
     * @param format null to detect it from each file's first line
     * @param preferred unit to take where sacctmgr has limits of several; null for the usual one
     * @param banks paths of known banks, for a table of sacctmgr that names accounts without their path
     * @throws IOException if a file cannot be read
     */
    public static Statement<AllocationEdit> read(
            List<Path> files,
            @Nullable ShareFormat format,
            @Nullable AllocationUnit preferred,
            Collection<String> banks)
            throws IOException {
        AllocationFiles reader = new AllocationFiles();
        for (Path path : files) {
            String text = Statement.content(path);
            String first = Statement.firstLine(text);
            String file = path.toString();
            boolean isAssociations = first.contains("|");
            ShareFormat ofFirst = isAssociations ? ShareFormat.SACCTMGR : ShareFormat.of(first);
            switch (format == null ? ofFirst : format) {
                case CSV -> reader.table(file, text);
                case JSON -> reader.lines(file, text);
                case SACCTMGR -> {
                    SlurmLimits limits = new SlurmLimits(reader.statement, preferred);
                    if (isAssociations) {
                        limits.readAssociations(file, text, banks);
                    } else {
                        reader.dump(file, text, limits);
                    }
                }
            }
        }
        return reader.statement;
    }

    private void dump(String file, String text, SlurmLimits limits) {
        Statement<ShareNode> shares = new Statement<>();
        new SacctmgrDump(file, shares, limits::add).read(text);
        shares.problems().forEach(statement::problem);
    }

    private void lines(String file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (JsonLines lines = JsonLines.of(file, new ByteArrayInputStream(bytes))) {
            while (lines.hasNext()) {
                try {
                    JsonLines.Line line = lines.next();
                    Allocation allocation = line.as(Allocation.class);
                    statement.add(allocation.getTarget(), AllocationEdit.of(allocation), file + ":" + line.number());
                } catch (LineException problem) {
                    statement.problem(problem);
                }
            }
        }
    }

    private void table(String file, String text) throws IOException {
        List<CsvRow> rows = CsvRow.read(file, text, TABLE, statement);
        if (!rows.isEmpty()) {
            List<String> ignored = new ArrayList<>();
            for (String column : rows.get(0).cells().keySet()) {
                if (!column.equals(TARGET) && Field.of(column) == null) {
                    ignored.add(column);
                }
            }
            ignored.sort(null);
            if (!ignored.isEmpty()) {
                statement.note(file, "columns without effect: " + String.join(", ", ignored));
            }
        }
        for (CsvRow row : rows) {
            Map<Field, String> texts = new EnumMap<>(Field.class);
            row.cells().forEach((column, cell) -> {
                Field field = Field.of(column);
                if (field != null) {
                    texts.put(field, cell);
                }
            });
            String target = row.get(TARGET);
            if (target.isEmpty()) {
                statement.problem(row.place(), "target: \"\" (expected: a path after a slash, or a project)");
            } else {
                statement.add(target, AllocationEdit.of(texts), row.place());
            }
        }
    }
}
