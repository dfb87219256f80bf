package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.share.AssociationPipeline;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.Trees;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.rules.usage.UserAccount;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Slurm's vectors of decay, fair share and billing; {@code vectors/README.md} says where the numbers come from. */
class SlurmVectorTest {
    private static final JsonNode VECTORS = vectors();

    private static JsonNode vectors() {
        try (InputStream in = SlurmVectorTest.class.getResourceAsStream("/vectors/slurm.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in)).get("vectors");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static JsonNode vector(String id) {
        for (JsonNode vector : VECTORS) {
            if (vector.get("id").asText().equals(id)) {
                return vector;
            }
        }
        throw new IllegalArgumentException(id);
    }

    @Test
    void usageFadesByTheExactHalfLife() {
        JsonNode vector = vector("D1-pure-decay");
        HalfLife halfLife = new HalfLife(vector.at("/inputs/half_life_s").asDouble());
        UserAccount.Decayed thousand =
                new UserAccount.Decayed(vector.at("/inputs/U0").asDouble(), 0, List.of());
        UserAccount account = new UserAccount(
                new io.fairstream.rules.usage.JobAccount.Allocated(
                        1,
                        0,
                        0,
                        0,
                        io.fairstream.rules.AllocatedResources.Tres.EMPTY,
                        io.fairstream.rules.AllocatedResources.Tres.EMPTY,
                        0),
                null,
                thousand,
                io.fairstream.rules.usage.UserAccount.UserId.UNKNOWN,
                0L);
        for (Map.Entry<String, JsonNode> period : vector.at("/expected/exact").properties()) {
            long seconds = Long.parseLong(period.getKey())
                    * vector.at("/inputs/calc_period_s").asLong();
            account.add(new UsageEntry.Allocation(seconds * 1000, 0, 0, Tres.EMPTY, null), halfLife);
            assertEquals(period.getValue().asDouble(), account.decayed().cpuAllocated(), 1e-9 * 1000);
        }
    }

    /** Slurm decays new usage as if it all happened at the begin of a slice; here it decays from when it happened. */
    @Test
    void aJobIsChargedExactlyWhateverTheCalculationPeriods() {
        JsonNode vector = vector("D2-job-inside-periods");
        JsonNode job = vector.at("/inputs/jobs/0");
        HalfLife halfLife = new HalfLife(vector.at("/inputs/half_life_s").asDouble());
        int processors = job.get("rate").asInt();
        UserAccount account = new UserAccount();
        account.add(
                new UsageEntry.Allocation(job.get("start").asLong() * 1000, processors, 0, Tres.EMPTY, null), halfLife);
        for (Map.Entry<String, JsonNode> at : vector.at("/expected/exact").properties()) {
            long seconds = Long.parseLong(at.getKey());
            boolean isEnd = seconds == job.get("end").asLong();
            account.add(
                    new UsageEntry.Allocation(seconds * 1000, isEnd ? -processors : 0, 0, Tres.EMPTY, null), halfLife);
            assertEquals(at.getValue().asDouble(), account.decayed().cpuAllocated(), 1e-9 * 300);
        }
        assertEquals(
                vector.at("/expected/undecayed_cpu_seconds").asLong() * 1_000_000,
                account.allocated().allocatedMicros());
    }

    private static AssociationPipeline books(JsonNode vector, String weights) {
        HalfLife halfLife = new HalfLife(vector.at("/inputs/half_life_s").asDouble());
        return new AssociationPipeline(
                new UsageTerms(halfLife, UsagePeriods.DEFAULT, Tariff.of(Billing.of(weights, Billing.Mode.SUM))));
    }

    /** A job of 1000 processors that ran for a second is not 1000 processor-seconds at its end, but these fade alike. */
    @Test
    void smoothUsageFadesByTheExactHalfLife() {
        JsonNode vector = vector("D1-pure-decay");
        AssociationPipeline books = books(vector, "cpu=1");
        books.tell("10 RUNNING x1000 /bio carol; 11 COMPLETE");
        double atEnd = books.smoothUsage("bio/carol", 11);
        double part = vector.at("/inputs/U0").asDouble() / atEnd;
        assertEquals(1, part, 1e-3);
        for (Map.Entry<String, JsonNode> period : vector.at("/expected/exact").properties()) {
            long seconds = Long.parseLong(period.getKey())
                    * vector.at("/inputs/calc_period_s").asLong();
            assertEquals(
                    period.getValue().asDouble(), part * books.smoothUsage("bio/carol", 11 + seconds), 1e-9 * 1000);
            assertEquals(period.getValue().asDouble(), part * books.smoothUsage("bio", 11 + seconds), 1e-9 * 1000);
        }
    }

    /** Told while it runs; and told when it is over, the end first. */
    @Test
    void smoothUsageIsExactWhateverTheCalculationPeriods() {
        JsonNode vector = vector("D2-job-inside-periods");
        JsonNode job = vector.at("/inputs/jobs/0");
        long end = job.get("end").asLong();
        String begins = job.get("start").asLong() + " RUNNING /bio carol x"
                + job.get("rate").asInt();
        AssociationPipeline live = books(vector, "cpu=1");
        live.tell(begins);
        AssociationPipeline late = books(vector, "cpu=1");
        late.tell(end + " COMPLETE; " + begins);
        for (Map.Entry<String, JsonNode> at : vector.at("/expected/exact").properties()) {
            long second = Long.parseLong(at.getKey());
            double expected = at.getValue().asDouble();
            if (second == end) {
                live.tell(end + " COMPLETE");
            }
            for (AssociationPipeline books : second < end ? List.of(live) : List.of(live, late)) {
                assertEquals(expected, books.smoothUsage("bio/carol", second), 1e-9 * 300);
                assertEquals(expected, books.smoothUsage("bio", second), 1e-9 * 300);
            }
        }
        assertEquals(
                vector.at("/expected/undecayed_cpu_seconds").asDouble(),
                live.state("bio/carol").rawUsage());
    }

    /** The manual's tree: accounts A with B and C, D with E and F, and a user or two in each of the inner ones. */
    @Test
    void classicFairShareIsThatOfTheManual() {
        JsonNode vector = vector("F1-classic");
        Map<String, String> banks =
                Map.of("u1", "root/A/B", "u2", "root/A/C", "u3", "root/A/C", "u4", "root/D/E", "u5", "root/D/F");
        List<ShareNode> nodes = new ArrayList<>();
        nodes.add(new ShareNode("root", ShareNode.Kind.BANK, 1, true));
        for (String path : List.of("root/A", "root/A/B", "root/A/C", "root/D", "root/D/E", "root/D/F")) {
            nodes.add(new ShareNode(path, ShareNode.Kind.BANK, shares(vector, path), true));
        }
        // The manual gives parts of the machine's usage; the 0.3 that is left of it is nobody's in its tree.
        Map<String, Double> usages = new HashMap<>();
        nodes.add(new ShareNode("root/rest", ShareNode.Kind.BANK, 0, true));
        nodes.add(new ShareNode("root/rest/others", ShareNode.Kind.USER, 1, true));
        usages.put("root/rest/others", 0.3);
        banks.forEach((user, bank) -> {
            String path = bank + "/" + user;
            nodes.add(new ShareNode(path, ShareNode.Kind.USER, shares(vector, path), true));
            usages.put(path, vector.at("/inputs/actual_usage").get(user).asDouble());
        });
        Map<String, Double> factors = Trees.factors(
                new ClassicFairShare(vector.at("/inputs/damp").asDouble()).rank(Trees.valid(nodes, usages)));
        banks.keySet()
                .forEach(user -> assertEquals(
                        vector.at("/expected/factor").get(user).asDouble(),
                        factors.getOrDefault(user, Double.NaN),
                        1e-9,
                        user));
    }

    private static double shares(JsonNode vector, String path) {
        return vector.at("/inputs/shares")
                .get(path.substring(path.lastIndexOf('/') + 1))
                .asDouble();
    }

    @Test
    void aJobIsBilledForAllItHoldsAndNothingIsCutOff() {
        JsonNode vector = vector("B1-tres-billing");
        for (int i = 0; i < 3; i++) {
            JsonNode job = vector.at("/inputs/jobs").get(i);
            AllocatedResources held = held(job.get("cpu"), job.get("mem_gib").asLong() * 1024);
            String weights = "CPU=1.0,Mem=0.25G";
            assertEquals(
                    vector.at("/expected/sum").get(i).asDouble(),
                    Billing.of(weights, Billing.Mode.SUM).perSecond(held));
            assertEquals(
                    vector.at("/expected/max_tres").get(i).asDouble(),
                    Billing.of(weights, Billing.Mode.MAX_TRES).perSecond(held));
        }
        JsonNode live = vector.at("/inputs/live");
        Billing billing = Billing.of(live.get("weights").asText(), Billing.Mode.SUM);
        assertEquals(
                vector.at("/expected/live_billing").asDouble(),
                billing.perSecond(held(live.get("cpu"), live.get("mem_mb").asLong())));
    }

    private static AllocatedResources held(JsonNode processors, long memoryMiB) {
        return new AllocatedResources(processors.asInt(), null, 0, memoryMiB);
    }
}
