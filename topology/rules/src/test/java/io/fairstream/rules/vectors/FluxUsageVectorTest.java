package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobText;
import io.fairstream.rules.share.AssociationPipeline;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.UsageTerms;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
        assertEquals(16_128, script.usage("1002/C", millis(step.get("now"))), EXACT * 16_128);
    }

    private static long millis(JsonNode seconds) {
        return Math.round(seconds.asDouble() * 1000);
    }

    /**
     * The jobs of a script, in whole milliseconds: what is lost of the only one that is not, F13's second, counts as rounding.
     * Associations that had a usage before it begins have it from jobs that ended in periods before the first.
     */
    private static final class Script {
        private static final int BEFORE = 10;
        private static final long BEFORE_JOBS = 1_000_000;

        private final UsageTerms terms;
        private final JsonNode before;
        private final AssociationPipeline books;
        private final Set<String> begun = new HashSet<>();
        private double rounded;

        Script(JsonNode params) {
            Duration halfLife = Duration.ofSeconds(params.get("hl").asLong());
            before = params.path("initial_bins");
            long first = params.has("initial_end_half_life_period")
                    ? millis(params.get("initial_end_half_life_period"))
                    : params.path("created").asLong() * 1000 + halfLife.toMillis();
            long epoch = before.isMissingNode() ? first : first - BEFORE * halfLife.toMillis();
            Duration reset = Duration.ofSeconds(params.get("reset").asLong());
            UsagePeriods periods =
                    UsagePeriods.of(epoch, halfLife, reset, params.path("decay").asDouble(0.5));
            terms = new UsageTerms(
                    new HalfLife(halfLife.toMillis() / 1e3), periods, Tariff.of(weights(params.path("weights"))));
            books = new AssociationPipeline(terms);
        }

        private static Billing weights(JsonNode weighed) {
            return weighed.isMissingNode()
                    ? Billing.of("node=1", Billing.Mode.SUM)
                    : new Billing(
                            Map.of(
                                    "node", weighed.get(0).asDouble(),
                                    "cpu", weighed.get(1).asDouble(),
                                    "gpu", weighed.get(2).asDouble()),
                            Billing.Mode.SUM);
        }

        /** The association of a job and its user's number are one in their last digits: user1 is 50001. */
        private static String path(long userId, String bank) {
            return bank + "/" + userId % 1000;
        }

        private String path(String association) {
            String[] names = association.split("/", -1);
            String path = path(Long.parseLong(names[0].replaceAll("[^0-9]", "")), names[1]);
            if (begun.add(path)) {
                begin(names[1], path.substring(path.indexOf('/') + 1));
            }
            return path;
        }

        private void begin(String bank, String user) {
            for (int k = 0; k < before.size(); k++) {
                long end = terms.periods().epoch()
                        + (BEFORE - k) * terms.periods().halfLife().toMillis();
                double raw = before.get(k).asDouble() / Math.pow(terms.periods().decayFactor(), k);
                JobFacts said = JobText.facts(user, bank, null, 1, 1, 0, null);
                ran(BEFORE_JOBS * BEFORE + k, end - Math.round(raw * 1000), end, said);
            }
        }

        void book(JsonNode job) {
            String user = Long.toString(job.get("uid").asLong() % 1000);
            String bank = job.get("bank").asText();
            path(user + "/" + bank);
            JobFacts said = JobText.facts(
                    user,
                    bank,
                    null,
                    job.get("ncores").asInt(),
                    job.get("nnodes").asInt(),
                    job.get("ngpus").asInt(),
                    null);
            long from = millis(job.get("t_run"));
            long to = millis(job.get("t_inactive"));
            double lost = job.get("t_inactive").asDouble() - job.get("t_run").asDouble() - (to - from) / 1000.0;
            AllocatedResources held = new AllocatedResources(
                    job.get("ncores").asInt(),
                    job.get("nnodes").asInt(),
                    job.get("ngpus").asInt(),
                    0);
            rounded += Math.ceil(Math.abs(lost) * terms.weight(held) * UsageTerms.UNITS) / UsageTerms.UNITS;
            ran(job.get("id").asLong(), from, to, said);
        }

        private void ran(long job, long from, long to, JobFacts said) {
            books.tell(new JobEvent("flux", job, null, "", from, JobState.RUNNING, said));
            books.tell(new JobEvent("flux", job, null, "", to, JobState.COMPLETE, JobFacts.EMPTY));
        }

        double usage(String association, long at) {
            return books.state(path(association)).periodUsage(at, terms);
        }

        void assertUsage(String association, long at, JsonNode expected) {
            double wanted = expected.get("usage").asDouble();
            assertEquals(wanted, usage(association, at), EXACT * wanted + rounded, association);
            UsagePeriods periods = terms.periods();
            Map<Long, Long> units = books.state(path(association)).sums().periods();
            for (int k = 0; k < periods.count(); k++) {
                double bin = units.getOrDefault(periods.period(at) - k, 0L)
                        / UsageTerms.UNITS
                        * Math.pow(periods.decayFactor(), k);
                double wantedBin = expected.get("bins").get(k).asDouble();
                assertEquals(wantedBin, bin, EXACT * wantedBin + rounded, association + " period " + k);
            }
        }
    }
}
