package io.fairstream.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FileTableTest {
    private static final int ROWS = 300;

    static List<String> tables() {
        return Relations.all().stream().map(Relation::name).toList();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void holdsWhatATableWithAllColumnsWould(String table) throws SQLException {
        Relation relation = Relations.named(table).orElseThrow();
        try (Database database = Database.open(ZoneOffset.UTC, "500MB");
                FileTable grown = new FileTable(database.another(), relation, "grown")) {
            Appended.create(database.connection(), relation, relation.columns());
            try (Appended whole = new Appended(database.connection(), relation, relation.columns())) {
                for (Source row : rows(relation)) {
                    whole.add(row);
                    grown.add(row);
                }
            }
            grown.finish();
            String whole = "SELECT * FROM \"" + table + "\"";
            assertEquals(described(database, whole), described(database, grown.all()), "names and types");
            assertEquals(ROWS, count(database, grown.all()));
            assertEquals(0, count(database, "(" + whole + ") EXCEPT ALL (" + grown.all() + ")"));
        }
    }

    /** Returns rows of all kinds of records, mixed. */
    private static List<Source> rows(Relation relation) {
        Schema schema = relation.topic().equals(Topics.CHARGES)
                ? Charge.getClassSchema()
                : relation.topic().schema().orElseThrow();
        RandomRecords records = new RandomRecords(relation.name().hashCode());
        List<Source> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new Source("key" + i % 7, records.next(schema), i % 3, i, 0));
        }
        return rows;
    }

    private static long count(Database database, String question) throws SQLException {
        try (Statement asking = database.connection().createStatement();
                ResultSet row = asking.executeQuery("SELECT count(*) FROM (" + question + ")")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static List<String> described(Database database, String question) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Statement asking = database.connection().createStatement();
                ResultSet row = asking.executeQuery("DESCRIBE " + question)) {
            while (row.next()) {
                columns.add(row.getString(1) + " " + row.getString(2));
            }
        }
        return columns;
    }
}
