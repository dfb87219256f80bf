package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A row that a reader evaluates at an instant is the row that the topology publishes for an event at that instant. */
class PriorityAtTopologyTest {
    private static final int SECONDS = 3000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void readersAndTheTopologyAgree(long seed) {
        List<SpecificRecord> events = Events.random(seed, 250, SECONDS);
        Random random = new Random(seed);
        try (Pipeline pipeline = new Pipeline()) {
            events.forEach(event -> Events.send(pipeline, event));
            Map<String, Priority> rows = new HashMap<>(pipeline.table(Topics.PRIORITIES));
            rows.values().removeIf(row -> row == null);
            for (int step = 0; step < 4; step++) {
                Instant at = Pipeline.at(SECONDS + 60L * step).plusMillis(random.nextInt(60_000));
                rows.replaceAll((customer, row) -> {
                    Priority published = touched(pipeline, row, at);
                    assertSame(PriorityAt.evaluate(row, at), published, "seed " + seed + " " + customer);
                    return published;
                });
            }
        }
    }

    /** An edit that changes nothing but the row's time. */
    private static Priority touched(Pipeline pipeline, Priority row, Instant at) {
        Instant begin = row.getBeginUsage() == null ? at : row.getBeginUsage();
        String customer = row.getCustomer();
        pipeline.send(
                Topics.ACCOUNT_EDITS, customer, new AccountEdit(customer, at, "touch", new SetBeginUsage(begin), null));
        Priority published = pipeline.row(Topics.PRIORITIES, customer);
        return row.getBeginUsage() == null
                ? Priority.newBuilder(published).setBeginUsage(null).build()
                : published;
    }

    private static void assertSame(Priority expected, Priority actual, String what) {
        for (Schema.Field field : Priority.getClassSchema().getFields()) {
            Object one = expected.get(field.pos());
            Object other = actual.get(field.pos());
            if (one instanceof Double number && other instanceof Double actualNumber) {
                assertEquals(number, actualNumber, 1e-9 * Math.max(1, Math.abs(number)), what + " " + field.name());
            } else {
                assertEquals(one, other, what + " " + field.name() + "\n" + expected + "\n" + actual);
            }
        }
    }
}
