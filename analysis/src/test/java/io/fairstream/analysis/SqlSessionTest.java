package io.fairstream.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.records.Failure;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlSessionTest {
    private static final RandomRecords RECORDS = new RandomRecords(7);

    private static List<String> answers(GivenRows rows, String... questions) throws SQLException, InterruptedException {
        return answers(rows, ZoneOffset.UTC, questions);
    }

    private static List<String> answers(GivenRows rows, ZoneId zone, String... questions)
            throws SQLException, InterruptedException {
        List<String> lines = new ArrayList<>();
        try (SqlSession session = new SqlSession(rows, zone, "500MB")) {
            for (String question : questions) {
                session.ask(new Statement(question, 1, 1), report -> lines.addAll(lines(report)));
            }
        }
        return lines;
    }

    private static <R> List<String> lines(Report<R> report) {
        List<String> lines = new ArrayList<>();
        report.rows().each(row -> lines.add(RowText.json(report, row)));
        return lines;
    }

    private static String refusal(String question) {
        return Objects.requireNonNull(assertThrows(Failure.class, () -> answers(new GivenRows(), question))
                .getMessage());
    }

    private static IndexedRecord share(String path, double shares) {
        IndexedRecord record = RECORDS.next(Topics.SHARES.schema().orElseThrow());
        record.put(record.getSchema().getField("path").pos(), path);
        record.put(record.getSchema().getField("shares").pos(), shares);
        return record;
    }

    @Test
    void answersFromTheRows() throws Exception {
        GivenRows rows = new GivenRows()
                .with(Topics.SHARES, share("root/physics", 3))
                .with(Topics.SHARES, share("root/chemistry", 1.5));
        assertEquals(
                List.of("{\"path\":\"root/chemistry\",\"shares\":1.5}", "{\"path\":\"root/physics\",\"shares\":3.0}"),
                answers(rows, "select path, shares from shares order by path"));
    }

    /** A topic is read when a question names it, and then only what has come since. */
    @Test
    void readsOnlyWhatIsNamed() throws Exception {
        GivenRows rows = new GivenRows()
                .with(Topics.SHARES, share("root/physics", 3))
                .with(Topics.CHARGES, RECORDS.next(Charge.getClassSchema()));
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            session.ask(new Statement("select 1", 1, 1), SqlSessionTest::lines);
            assertEquals(List.of(), rows.read());
            session.ask(
                    new Statement("with charges_of as (select 1 x) select x from charges_of", 1, 1),
                    SqlSessionTest::lines);
            session.ask(new Statement("select 'priorities', 1 as daily", 1, 1), SqlSessionTest::lines);
            assertEquals(List.of(), rows.read());
            session.ask(
                    new Statement("select path from Shares where path in (select account from charges)", 1, 1),
                    SqlSessionTest::lines);
            assertEquals(Set.of("shares", "charges"), new LinkedHashSet<>(rows.read()));
            assertEquals(2, rows.read().size());
            session.ask(new Statement("select count(*) from shares, charges", 1, 1), SqlSessionTest::lines);
            assertEquals(2, rows.read().size());
            rows.with(Topics.CHARGES, RECORDS.next(Charge.getClassSchema()));
            session.ask(
                    new Statement("select count(account) n from charges", 1, 1),
                    report -> assertEquals(List.of("{\"n\":2}"), lines(report)));
            assertEquals("charges@1", rows.read().get(2));
            session.ask(
                    new Statement("from charges", 1, 1),
                    report -> assertEquals(2, lines(report).size()));
            assertEquals("charges", rows.read().get(3));
        }
    }

    @Test
    void readsNothingForAWrongQuestion() {
        GivenRows rows = new GivenRows();
        assertThrows(Failure.class, () -> answers(rows, "select nothing from charges"));
        assertThrows(Failure.class, () -> answers(rows, "select count(*) from charges, nothing"));
        assertEquals(List.of(), rows.read());
    }

    @Test
    void knowsBothSpellings() throws Exception {
        GivenRows rows = new GivenRows()
                .with(
                        Topics.MATCH_RECORDS,
                        RECORDS.next(Topics.MATCH_RECORDS.schema().orElseThrow()));
        assertEquals(
                List.of("{\"n\":1}", "{\"n\":1}"),
                answers(
                        rows,
                        "select count(*) n from match_records",
                        "select count(revision) n from \"match-records\" m"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "selec 1 | line 1, column 1: syntax error at or near \"selec\"",
                "select usr from charges | line 1, column 8: no column usr (expected: user)",
                "select c.accont from charges c | line 1, column 8: no column accont (expected: account)",
                "select 1 from charge | line 1, column 15: no table charge (expected: charges or shares)",
                "select 1 from dead_letters | line 1, column 15: no table dead_letters (expected: one of those that \\d lists)",
                "select 'Ü', usr from shares | line 1, column 13: no column usr (expected: one of those that \\d lists)",
                "select foo(1) | line 1, column 8: scalar Function with name foo does not exist!; Did you mean \"floor\"?",
                "select 'a'::int | line 1, column 11: could not convert string 'a' to INT32",
                "select ? | line 1, column 1: a parameter (expected: values in the question itself)",
                "create table x as select 1 | line 1, column 1: create (expected: a question: SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN)",
            })
    void saysWhatIsWrongInOneLine(String question, String expected) {
        assertEquals(expected, refusal(question));
    }

    @Test
    void countsLines() {
        Failure failure =
                assertThrows(Failure.class, () -> answers(new GivenRows(), "select path,\n  shars\nfrom shares"));
        assertEquals("line 2, column 3: no column shars (expected: shares)", failure.getMessage());
    }

    /** Each block of SQL in the page is one that can be asked. */
    @Test
    void answersTheQuestionsOfThePage() throws Exception {
        String page = Files.readString(Path.of("../docs/sql.md"));
        List<String> questions = new ArrayList<>(Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .toList());
        Pattern.compile("`(SELECT [^`]*)`").matcher(page).results().forEach(found -> questions.add(found.group(1)));
        int asked = 0;
        try (SqlSession session = new SqlSession(new GivenRows(), ZoneOffset.UTC, "500MB")) {
            for (String question : questions) {
                for (Statement statement : Statement.split(question).all()) {
                    session.ask(statement, SqlSessionTest::lines);
                    asked++;
                }
            }
        }
        assertTrue(asked >= 8, "asked " + asked);
    }

    /** It only reads, and only the topics. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attach 'x.db'",
                "copy shares to 'x.csv'",
                "copy (select 1) to '/dev/stdout'",
                "install httpfs",
                "load json",
                "set memory_limit = '100GB'",
                "set enable_external_access = true",
                "reset lock_configuration",
                "pragma database_list",
                "drop table shares",
                "delete from shares",
                "insert into shares values (1)",
                "export database 'x'",
                "call pragma_version()",
                "create view v as select 1",
                "select * from read_csv('/etc/passwd')",
                "select * from read_text('/etc/hostname')",
                "from read_blob('/etc/*')",
                "from '/etc/passwd'",
                "from glob('/*')",
                "explain analyze copy shares to 'x.csv'",
                "from duckdb_secrets()",
            })
    void doesNothingButRead(String statement) {
        assertThrows(Failure.class, () -> answers(new GivenRows(), statement));
    }

    /** Whatever is in a record comes back from the database as it was. */
    @Test
    void keepsEachCell() throws Exception {
        for (Relation relation : Relations.all()) {
            GivenRows rows = new GivenRows();
            RandomRecords records = new RandomRecords(relation.name().hashCode());
            List<Source> sources = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                IndexedRecord record = records.next(
                        relation.topic().equals(Topics.CHARGES)
                                ? Charge.getClassSchema()
                                : relation.topic().schema().orElseThrow());
                sources.add(new Source("key" + i, record, 0, i, 0));
                rows.with(relation.topic(), record);
            }
            try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
                session.ask(
                        new Statement("from \"" + relation.topic().name() + "\" order by kafka_offset", 1, 1),
                        report -> assertSame(relation, sources, report));
            }
        }
    }

    private static <R> void assertSame(Relation relation, List<Source> sources, Report<R> report) {
        List<R> found = new ArrayList<>();
        report.rows().each(found::add);
        assertEquals(sources.size(), found.size());
        for (int i = 0; i < found.size(); i++) {
            for (int j = 0; j < relation.columns().size(); j++) {
                Column column = relation.columns().get(j);
                Object expected = column.value().apply(sources.get(i));
                Object cell = report.columns().get(j).value().apply(found.get(i));
                String name = relation.name() + "." + column.name();
                assertEquals(column.name(), report.columns().get(j).name());
                if (expected instanceof java.time.LocalDate day) {
                    assertEquals(day.toString(), cell, name);
                } else if (expected instanceof BigDecimal exact) {
                    assertEquals(exact, cell, name);
                } else {
                    assertEquals(expected, cell, name);
                }
            }
        }
    }

    /** The columns that docs/sql.md lists. */
    @Test
    void needsQuotesForTheseNamesOnly() throws Exception {
        Set<String> quoted = new LinkedHashSet<>();
        try (SqlSession session = new SqlSession(new GivenRows(), ZoneOffset.UTC, "500MB")) {
            for (Relation relation : Relations.all()) {
                for (Column column : relation.columns()) {
                    try {
                        session.ask(
                                new Statement(
                                        "select " + column.name() + ", 1 from " + relation.name() + " where "
                                                + column.name() + " is null order by " + column.name(),
                                        1,
                                        1),
                                SqlSessionTest::lines);
                    } catch (Failure e) {
                        quoted.add(column.name());
                    }
                }
            }
        }
        assertEquals(Set.of("at", "by", "from", "to", "end", "group", "offset"), quoted);
    }

    @Test
    void showsTimesInTheZone() throws Exception {
        String question = "select timestamptz '2026-03-02 00:00:00'::text t";
        assertEquals(
                List.of("{\"t\":\"2026-03-02 00:00:00+01\"}"),
                answers(new GivenRows(), ZoneId.of("Europe/Berlin"), question));
        assertEquals(
                List.of("{\"t\":\"2026-03-02 00:00:00-03\"}"), answers(new GivenRows(), ZoneId.of("-03:00"), question));
        assertEquals(
                "--zone: +05:30 (expected: a place like Asia/Kolkata, or an offset of whole hours)",
                assertThrows(Failure.class, () -> answers(new GivenRows(), ZoneId.of("+05:30"), question))
                        .getMessage());
    }

    @Test
    void endsWhenInterrupted() {
        Thread asking = Thread.currentThread();
        Thread interrupting = new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            asking.interrupt();
        });
        interrupting.start();
        assertThrows(
                InterruptedException.class,
                () -> answers(
                        new GivenRows(),
                        "select count(*) from range(100000000) a, range(100000) b where a.range * b.range = 7"));
        assertTrue(!Thread.interrupted());
    }
}
