package io.fairstream.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SinkSettingsTest {
    private static final String URL = "jdbc:postgresql://localhost/site";

    @Test
    void onlyTheAddressIsNeeded() {
        SinkSettings settings = SinkSettings.parse(Map.of("url", URL));
        assertEquals(Relations.all(), settings.tables());
        assertEquals(Set.of("charges", "daily"), settings.history());
        assertEquals("fairstream", settings.schema());
        assertEquals(10_000, settings.batch());
        assertEquals(OptionalInt.empty(), settings.metricsPort());
    }

    @Test
    void tablesAreNamedInEitherSpelling() {
        SinkSettings settings =
                SinkSettings.parse(Map.of("url", URL, "tables", "match-records, jobs", "history", "none"));
        assertEquals(
                List.of("match_records", "jobs"),
                settings.tables().stream().map(Relation::name).toList());
        assertEquals(Set.of(), settings.history());
    }

    @Test
    void whatIsWrongIsToldTogether() {
        assertEquals(
                "shema: no such setting (did you mean schema?); tables: prioritis is none (did you mean priorities?);"
                        + " url: mysql://x (expected: jdbc:postgresql://HOST:PORT/DATABASE);"
                        + " batch: 0 (expected: an integer, 1 to 1000000)",
                refused(Map.of("url", "mysql://x", "shema", "a", "tables", "prioritis", "batch", "0")));
    }

    @Test
    void aPasswordIsNotShown() {
        assertEquals(
                "url: contains a password or user (expected: password.file and user)",
                refused(Map.of("url", URL + "?password=secret")));
        assertEquals(
                "url: contains a password or user (expected: password.file and user)",
                refused(Map.of("url", "jdbc:postgresql://me:secret@localhost/site")));
    }

    @Test
    void historyIsOfWhatHasATime() {
        assertEquals(
                "history: jobs (expected: none, or tables whose rows have a time: matches, job_events, session_deltas,"
                        + " host_reports, account_edits, charges, match_records, daily)",
                refused(Map.of("url", URL, "history", "jobs")));
        assertEquals(
                "history: daily (expected: one of tables)",
                refused(Map.of("url", URL, "history", "daily", "tables", "jobs")));
    }

    private static String refused(Map<String, String> entries) {
        return Objects.requireNonNull(assertThrows(SinkException.class, () -> SinkSettings.parse(entries))
                .getMessage());
    }
}
