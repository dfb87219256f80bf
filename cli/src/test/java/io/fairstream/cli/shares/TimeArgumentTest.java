package io.fairstream.cli.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.testing.SyntheticPool;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeArgumentTest {

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "'',                   2026-03-02T13:00:00Z, 2026-03-02T13:00:00Z, 'now'",
        "'',                   2026-03-02T11:59:59Z, 2026-03-02T12:00:00Z, 'or the newest row, of a clock ahead of ours'",
        "latest,               2026-03-05T00:00:00Z, 2026-03-02T12:00:00Z, 'the newest row'",
        "2026-03-02T12:30:00Z, 2026-03-05T00:00:00Z, 2026-03-02T12:30:00Z, 'what is asked for'",
        "2026-03-01T12:30:00Z, 2026-03-05T00:00:00Z, 2026-03-01T12:30:00Z, 'also if rows are newer: they refuse it'",
    })
    void rowsAreEvaluatedAt(String asked, Instant now, Instant expected, String reason) {
        TimeArgument moment = asked.isEmpty() ? null : new TimeArgument.Converter().convert(asked);
        assertEquals(expected, TimeArgument.of(moment, SyntheticPool.WITH_GROUPS, now), reason);
    }
}
