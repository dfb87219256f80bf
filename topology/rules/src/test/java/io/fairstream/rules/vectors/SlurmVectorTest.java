package io.fairstream.rules.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.rules.account.usage.UsageEntry;
import io.fairstream.rules.account.usage.UserAccount;
import io.fairstream.rules.decay.HalfLife;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Slurm's vectors of decay; {@code vectors/README.md} says where the numbers come from. */
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
                new UserAccount.Decayed(vector.at("/inputs/U0").asDouble(), 0, 0, 0, 0);
        UserAccount account = new UserAccount(
                halfLife,
                new io.fairstream.rules.account.usage.Allocated(1, 0, 0, 0, 0),
                null,
                thousand,
                io.fairstream.rules.account.usage.UserId.UNKNOWN,
                0L);
        for (Map.Entry<String, JsonNode> period : vector.at("/expected/exact").properties()) {
            long seconds = Long.parseLong(period.getKey())
                    * vector.at("/inputs/calc_period_s").asLong();
            account.add(new UsageEntry.Allocation(seconds * 1000, 0, 0, null));
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
        UserAccount account = new UserAccount(halfLife);
        account.add(new UsageEntry.Allocation(job.get("start").asLong() * 1000, processors, 0, null));
        for (Map.Entry<String, JsonNode> at : vector.at("/expected/exact").properties()) {
            long seconds = Long.parseLong(at.getKey());
            boolean isEnd = seconds == job.get("end").asLong();
            account.add(new UsageEntry.Allocation(seconds * 1000, isEnd ? -processors : 0, 0, null));
            assertEquals(at.getValue().asDouble(), account.decayed().cpuAllocated(), 1e-9 * 300);
        }
        assertEquals(
                vector.at("/expected/undecayed_cpu_seconds").asLong() * 1_000_000,
                account.allocated().allocatedMicros());
    }
}
