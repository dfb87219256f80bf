package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.share.PeriodUsage;
import io.fairstream.rules.share.RunWeights;
import io.fairstream.rules.share.UsagePeriods;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** flux's vectors of usage in periods; {@code vectors/README.md} says where the numbers come from. */
class FluxUsageVectorTest {
    private static final double EXACT = 1e-9;

    @ParameterizedTest
    @ValueSource(strings = {"F01", "F02", "F04", "F06", "F10", "F11", "F13", "F17", "F27", "F29"})
    void meetsTheUsagesAndPeriodsOfTheCleanModel(String id) {
        Script script = new Script(FluxVectors.byId(id).get("params"));
        int asked = 0;
        for (JsonNode step : FluxVectors.byId(id).get("steps")) {
            if (step.get("op").asText().equals("job")) {
                script.book(step);
            } else if (step.get("op").asText().equals("update_usage")) {
                step.get("clean_own_reference")
                        .properties()
                        .forEach(row -> script.assertUsage(row.getKey(), millis(step.get("now")), row.getValue()));
                asked++;
            }
        }
        assertTrue(asked > 0);
    }

    /**
     * The worked example of flux's manual: periods of 128, 64, 64 and 16 node-seconds, then a new one with 16000. Its text
     * multiplies period i by D^(i+1) each time, though it has decayed before, and counts the oldest once more: 16089. Each
     * decayed once more and the oldest dropped, which is flux's code by now and ours, it is 16128.
     */
    @Test
    void theManualsWorkedExampleIs16089ByItsOldFormulaAnd16128Here() {
        JsonNode vector = FluxVectors.byId("F01");
        double current = 0;
        double past = 0;
        for (JsonNode step : vector.get("steps")) {
            if (step.get("op").asText().equals("update_usage")) {
                break;
            }
            current += step.get("nnodes").asInt()
                    * Math.rint(step.get("t_inactive").asDouble()
                            - step.get("t_run").asDouble());
        }
        for (int i = 0; i < 4; i++) {
            past += Math.pow(0.5, i + 1)
                    * vector.at("/params/initial_bins").get(i).asDouble();
        }
        assertEquals(16_000, current);
        assertEquals(89, past);
        assertEquals(16_089, current + past);
        JsonNode step = vector.get("steps").get(5);
        Script script = new Script(vector.get("params"));
        for (int job = 0; job < 5; job++) {
            script.book(vector.get("steps").get(job));
        }
        assertEquals(16_128, script.usage("1002/C").usage(millis(step.get("now"))), EXACT * 16_128);
    }

    private static long millis(JsonNode seconds) {
        return Math.round(seconds.asDouble() * 1000);
    }

    /** The associations of a script. Those that had a usage before it begins have it in periods before the first. */
    private static final class Script {
        private static final int BEFORE = 10;

        private final UsagePeriods periods;
        private final RunWeights weights;
        private final JsonNode before;
        private final Map<String, PeriodUsage> usages = new HashMap<>();

        Script(JsonNode params) {
            Duration halfLife = Duration.ofSeconds(params.get("hl").asLong());
            before = params.path("initial_bins");
            long first = params.has("initial_end_half_life_period")
                    ? millis(params.get("initial_end_half_life_period"))
                    : params.path("created").asLong() * 1000 + halfLife.toMillis();
            long epoch = before.isMissingNode() ? first : first - BEFORE * halfLife.toMillis();
            Duration reset = Duration.ofSeconds(params.get("reset").asLong());
            periods =
                    UsagePeriods.of(epoch, halfLife, reset, params.path("decay").asDouble(0.5));
            JsonNode weighed = params.path("weights");
            weights = weighed.isMissingNode()
                    ? RunWeights.NODES
                    : new RunWeights(
                            weighed.get(0).asDouble(),
                            weighed.get(1).asDouble(),
                            weighed.get(2).asDouble());
        }

        /** The association of a job and its user's number are one in their last digits: user1 is 50001. */
        private static String association(long userId, String bank) {
            return userId % 1000 + "/" + bank;
        }

        PeriodUsage usage(String association) {
            String[] names = association.split("/", -1);
            long number = Long.parseLong(names[0].replaceAll("[^0-9]", ""));
            return usages.computeIfAbsent(association(number, names[1]), name -> begun());
        }

        private PeriodUsage begun() {
            PeriodUsage usage = new PeriodUsage(periods);
            for (int k = 0; k < before.size(); k++) {
                long end = periods.epoch() + (BEFORE - k) * periods.halfLife().toMillis();
                double raw = before.get(k).asDouble() / Math.pow(periods.decayFactor(), k);
                assertNull(usage.book("before " + k, end, raw));
            }
            return usage;
        }

        void book(JsonNode job) {
            double seconds = job.get("t_inactive").asDouble() - job.get("t_run").asDouble();
            double used = weights.usage(
                    job.get("nnodes").asInt(),
                    job.get("ncores").asInt(),
                    job.get("ngpus").asInt(),
                    Duration.ofNanos(Math.round(seconds * 1e9)));
            String association =
                    association(job.get("uid").asLong(), job.get("bank").asText());
            assertNull(usages.computeIfAbsent(association, name -> begun())
                    .book(job.get("id").asText(), millis(job.get("t_inactive")), used));
        }

        void assertUsage(String association, long at, JsonNode expected) {
            PeriodUsage usage = usage(association);
            double wanted = expected.get("usage").asDouble();
            assertEquals(wanted, usage.usage(at), EXACT * wanted, association);
            for (int k = 0; k < periods.count(); k++) {
                double bin = usage.raw().getOrDefault(periods.period(at) - k, 0.0) * Math.pow(periods.decayFactor(), k);
                double wantedBin = expected.get("bins").get(k).asDouble();
                assertEquals(wantedBin, bin, EXACT * wantedBin, association + " period " + k);
            }
        }
    }
}
