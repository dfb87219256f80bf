package io.fairstream.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.Load.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
    /** As measured with {@code --only sizing} on two cores: partitions, instances, brokers, commits and events a second. */
    @ParameterizedTest
    @CsvSource({
        "4, 1, 1, 2, 50, 0.134, 0.177, 103",
        "4, 1, 1, 2, 200, 0.181, 0.356, 195",
        "4, 1, 1, 2, 800, 0.200, 0.414, 657",
        "6, 1, 1, 2, 400, 0.192, 0.412, 385",
        "8, 1, 1, 2, 2000, 0.418, 0.568, 1726",
        "8, 1, 1, 1, 5000, 0.399, 0.480, 4493",
        "6, 3, 3, 2, 100, 0.515, 1.285, 472",
        "6, 3, 3, 2, 300, 0.488, 1.399, 915"
    })
    void theModelIsWithinAQuarterOfWhatWasMeasured(
            int partitions,
            int instances,
            int brokers,
            double commits,
            double events,
            double topology,
            double broker,
            double kib) {
        Load load = Load.NONE.with(Kind.MATCHES, events);
        Shape shape = new Shape(partitions, instances, brokers, brokers, commits);
        assertEquals(topology, Estimate.topologyCores(load, shape), topology / 4);
        assertEquals(broker, Estimate.brokerCores(load, shape), broker / 4);
        assertEquals(kib, Estimate.writtenBytes(load, shape) / 1024, kib / 4);
    }

    @Test
    void theSmallestSiteHasTwoInstancesAndThreeBrokers() {
        Estimate estimate = new Estimate(Estimate.parse(Map.of("events", "20", "keys", "60000")));
        assertEquals(new Shape(8, 2, 3, 3, 2), estimate.shape());
        assertEquals(1, Math.ceil(estimate.restoreSeconds()));
    }

    /** No processor is busy for more than half of its time. */
    @ParameterizedTest
    @CsvSource({"events", "job-events", "deltas", "reports"})
    void aLargeSiteHasRoom(String kind) {
        Load load = Estimate.parse(Map.of(kind, "5000000"));
        Shape shape = new Estimate(load).shape();
        assertTrue(Estimate.topologyCores(load, shape) <= shape.instances() * 4, shape::toString);
        assertTrue(Estimate.brokerCores(load, shape) <= shape.brokers() * 4, shape::toString);
        assertTrue(shape.partitions() >= 2 * Estimate.topologyCores(load, shape) - 1, shape::toString);
    }

    @Test
    void moreEventsNeverCostLess() {
        double cores = 0;
        double bytes = 0;
        for (double events = 0; events < 1e7; events = events * 2 + 1) {
            Estimate estimate = new Estimate(Load.NONE.with(Kind.SESSION_DELTAS, events));
            double now = Estimate.topologyCores(Load.NONE.with(Kind.SESSION_DELTAS, events), estimate.shape());
            assertTrue(now >= cores && estimate.bytesOfDay() >= bytes && estimate.keptBytes() >= 0);
            cores = now;
            bytes = estimate.bytesOfDay();
        }
    }

    @ParameterizedTest
    @CsvSource({"event, 1", "events, many", "events, -1", "keys, NaN", "keys, Infinity"})
    void whatIsNoLoadIsRefused(String name, String number) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> Estimate.parse(Map.of(name, number)));
        String said = String.valueOf(refusal.getMessage());
        assertTrue(said.startsWith(name) && said.contains("(expected: "), said);
    }
}
