package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import io.fairstream.postgres.Comparison;
import io.fairstream.postgres.Comparison.Compared;
import io.fairstream.postgres.Kafka;
import io.fairstream.postgres.SinkException;
import io.fairstream.postgres.SinkSettings;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.ValueFormat;
import java.util.List;
import java.util.Map;

/** Comparison of tables in PostgreSQL with their topics. */
record PostgresAudit(List<Compared> tables) implements CopyAudit {
    /** Prefix of a database address. */
    static final String ADDRESS = "jdbc:postgresql:";

    /**
     * Compares the tables with the topics.
     *
     * @param own settings of the sink
     * @throws Failure if the database does not answer, or has no tables of a sink
     */
    static PostgresAudit of(Map<String, String> own, Settings settings) throws InterruptedException {
        ValueFormat format = new ValueFormat(settings);
        try {
            return new PostgresAudit(new Comparison(
                            SinkSettings.parse(own),
                            new Kafka(settings.consumer(), settings.admin(), settings.topicPrefix(), format::reads))
                    .tables());
        } catch (SinkException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Document document() {
        return Document.of(new Columns<Compared>()
                .text("table", Compared::table)
                .number("rows", Compared::rows)
                .number("waiting", Compared::waiting)
                .text("difference", table -> table.difference().orElse(null))
                .report(tables));
    }

    @Override
    public void requireEqual() {
        long different =
                tables.stream().filter(table -> table.difference().isPresent()).count();
        if (different > 0) {
            throw new Failure(
                    "the copy differs from the topics: " + different + " of " + tables.size() + " tables differ");
        }
    }
}
