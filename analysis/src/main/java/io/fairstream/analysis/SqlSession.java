package io.fairstream.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.columns.Report;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Session for SQL queries. A query reads only the topics that it names; of a topic that was read before, only the new
 * records. An invalid query is rejected before anything is read. Not thread-safe; an interrupt of the thread cancels
 * the query.
 */
public final class SqlSession implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern EXPLAIN =
            Pattern.compile("explain(\\s+analyze)?\\s+(?<inner>\\w.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Database with all tables, which are empty, to check statements. */
    private final Database catalogue;

    private final LoadedTables tables;
    private final Database database;

    /**
     * Opens a session.
     *
     * @param zone of instants in queries and results
     * @param memory limit before DuckDB writes to disk, in its syntax: {@code 1GB}
     */
    public SqlSession(TopicRows rows, ZoneId zone, String memory) {
        database = Database.open(zone, memory);
        catalogue = Database.open(zone, memory);
        tables = new LoadedTables(database, rows);
        try {
            for (Database each : List.of(database, catalogue)) {
                Functions.install(each);
            }
            for (Relation relation : Relations.all()) {
                Appended.create(catalogue.connection(), relation, relation.columns());
            }
            database.lock();
            catalogue.lock();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs a statement; the report is consumed before this returns.
     *
     * @throws io.fairstream.query.records.Failure if the statement is invalid, or the topics cannot be read
     */
    public void ask(Statement statement, Consumer<Report<?>> answer) throws InterruptedException {
        Map<Relation, List<Column>> needed = Names.of(tree(statement));
        check(statement, needed);
        try {
            needed.forEach(tables::load);
            answer(statement, needed, answer);
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw SqlErrors.of(statement, e, needed.keySet());
        }
    }

    private void answer(Statement statement, Map<Relation, List<Column>> needed, Consumer<Report<?>> answer)
            throws SQLException {
        try (PreparedStatement prepared = database.connection().prepareStatement(statement.text());
                Cancelling watch = new Cancelling(prepared);
                ResultSet rows = watch.running(prepared)) {
            answer.accept(new Answer(rows).report(e -> SqlErrors.of(statement, e, needed.keySet())));
        }
    }

    private JsonNode tree(Statement statement) {
        Matcher explained = EXPLAIN.matcher(statement.text());
        String question = explained.matches() ? explained.group("inner") : statement.text();
        JsonNode tree = serialized(question);
        if (!tree.path("error").asBoolean()) {
            return tree;
        }
        if (tree.path("error_type").asText().equals("not implemented")) {
            String word = statement.text().split("\\W", 2)[0];
            throw SqlErrors.at(
                    statement,
                    0,
                    word + " (expected: a question: SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN)");
        }
        int shift = statement.text().length() - question.length();
        throw SqlErrors.of(statement, shift, tree);
    }

    private JsonNode serialized(String question) {
        String call = "SELECT json_serialize_sql('" + question.replace("'", "''") + "')";
        try (java.sql.Statement serializing = catalogue.connection().createStatement();
                ResultSet row = serializing.executeQuery(call)) {
            row.next();
            return JSON.readTree(row.getString(1));
        } catch (SQLException | JsonProcessingException e) {
            throw new IllegalStateException(question, e);
        }
    }

    /** Validates the statement before anything is read. */
    private void check(Statement statement, Map<Relation, List<Column>> needed) {
        try (PreparedStatement prepared = catalogue.connection().prepareStatement(statement.text())) {
            if (prepared.getParameterMetaData().getParameterCount() > 0) {
                throw SqlErrors.at(statement, 0, "a parameter (expected: values in the question itself)");
            }
        } catch (SQLException e) {
            throw SqlErrors.of(statement, e, needed.keySet());
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            catalogue.close();
        } finally {
            database.close();
        }
    }
}
