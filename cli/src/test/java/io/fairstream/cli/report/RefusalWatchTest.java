package io.fairstream.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Row;
import io.fairstream.query.tables.Refusals;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class RefusalWatchTest {
    @Test
    void linesSayWhatToDoAndAreFew() {
        Refusals refusals = new Refusals();
        for (RejectionReason reason : RejectionReason.values()) {
            Rejection rejection = new Rejection("fairstream.matches", 1, 0L, null, reason, "x", "");
            refusals.add(new Row<>("slot1@node7", rejection, 0, 0, new RecordHeaders()));
        }
        Settings settings = Settings.parse(Map.of("bootstrap.servers", "127.0.0.1:9"));
        List<String> lines = RefusalWatch.lines(refusals, () -> Instant.EPOCH, settings);
        assertEquals(6, lines.size());
        assertTrue(
                lines.get(0).startsWith("1970-01-01T00:00:00Z REFUSED 1 records of fairstream.matches as "),
                lines.toString());
        assertEquals(
                "  " + (RejectionReason.values().length - 5)
                        + " more topics and reasons; list them with: fairstream table rejections --bootstrap-server 127.0.0.1:9",
                lines.get(5));
    }
}
