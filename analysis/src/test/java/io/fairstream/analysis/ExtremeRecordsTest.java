package io.fairstream.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records with values that the topology refuses: they end no question and no export. {@code -Dreaders.records=1000000} tries more. */
class ExtremeRecordsTest {
    private static final int ROWS = Math.max(
            1, Integer.getInteger("readers.records", 10_000) / Relations.all().size());

    static List<String> tables() {
        return Relations.all().stream().map(Relation::name).toList();
    }

    private static Schema schema(Relation relation) {
        return relation.topic().equals(Topics.CHARGES)
                ? Charge.getClassSchema()
                : relation.topic().schema().orElseThrow();
    }

    @Test
    void aRefusedEditOfTheLastInstantEndsNoQuestion() throws Exception {
        Instant last = Instant.ofEpochMilli(Long.MAX_VALUE);
        GivenRows rows = new GivenRows()
                .with(Topics.ACCOUNT_EDITS, new AccountEdit("alice", last, "root", new SetFactor(2.0, null), null));
        assertEquals(
                List.of("{\"customer\":\"alice\",\"edit_factor\":2.0}"),
                answers(rows, "select customer, \"at\", edit_factor from account_edits"));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyRowIsThereForAQuestion(String table) throws Exception {
        Relation relation = Relations.named(table).orElseThrow();
        RandomRecords records = RandomRecords.extreme(table.hashCode());
        GivenRows rows = new GivenRows();
        for (int i = 0; i < ROWS; i++) {
            rows.with(relation.topic(), records.next(schema(relation)));
        }
        assertEquals(ROWS, answers(rows, "from " + table).size());
    }

    private static List<String> answers(GivenRows rows, String question) throws Exception {
        List<String> lines = new ArrayList<>();
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            session.ask(new Statement(question, 1, 1), report -> add(report, lines));
        }
        return lines;
    }

    private static <R> void add(Report<R> report, List<String> lines) {
        report.rows().each(row -> lines.add(RowText.json(report, row)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyRowIsThereInFiles(String table, @TempDir Path directory) throws Exception {
        Relation relation = Relations.named(table).orElseThrow();
        for (FileFormat format : FileFormat.values()) {
            boolean isByDay = relation.time().isPresent();
            ExportPlan plan = new ExportPlan(relation, format, directory.resolve(format.ending()), isByDay, null, null);
            RandomRecords records = RandomRecords.extreme(table.hashCode());
            try (ExportFolder folder = ExportFolder.open(plan);
                    Database database = Database.open(ZoneOffset.UTC, "500MB");
                    Batch batch = new Batch(plan, database, 0, 0)) {
                for (int i = 0; i < ROWS; i++) {
                    batch.add(new Source("key" + i, records.next(schema(relation)), 0, i, 0));
                }
                batch.write(folder, ROWS);
                assertEquals(ROWS, count(database, format, relation, plan.folder()), format.name());
            }
        }
    }

    private static long count(Database database, FileFormat format, Relation relation, Path folder) throws Exception {
        String columns = relation.columns().stream()
                .map(column -> "'" + column.name() + "': 'JSON'")
                .collect(Collectors.joining(", ", "{", "}"));
        String files = format.reading("'" + folder + "/**/*." + format.ending() + "'", columns);
        try (var asking = database.connection().createStatement();
                var row = asking.executeQuery("SELECT count(*) FROM " + files)) {
            row.next();
            return row.getLong(1);
        }
    }
}
