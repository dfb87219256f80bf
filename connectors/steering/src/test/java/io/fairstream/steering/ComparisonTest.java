package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.ShadowMeasure;
import io.fairstream.steering.Comparison.Ours;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

    private static Shadow row(
            ShadowMeasure measure, double theirs, Ours ours, Map<String, Shadow> before, Instant now) {
        return new Comparison("pool", measure, Account::user, 0.05)
                .of(List.of(new Account("alice", "alice", null, theirs, null)), Map.of("alice", ours), before, now)
                .get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "REAL_PRIORITY, 2.0, 2.0, '',  0,    false, ''",
        "REAL_PRIORITY, 2.0, 2.09, '', 0.045, false, ''",
        "REAL_PRIORITY, 2.2, 2.0, '',  0.1,  true,  'HTCondor charges a claim from match to release; a log has only the times of jobs'",
        "REAL_PRIORITY, 2.0, 2.2, '',  0.1,  true,  'HTCondor has not charged all of its log yet, or started to charge later'",
        "REAL_PRIORITY, 2.0, 6.0, tux, 2,    true,  'other clusters are charged here as well: tux'",
        "REAL_PRIORITY, 6.0, 2.0, tux, 2,    true,  'HTCondor charges a claim from match to release; a log has only the times of jobs'",
        "FAIR_SHARE,    0.5, 0.54, '', 0.04, false, ''",
        "FAIR_SHARE,    0.5, 0.75, '', 0.25, true,  'Slurm and flux charge at the end of a period, Fairstream at once; shares may also differ'",
    })
    void saysHowFarApartAndWhy(
            ShadowMeasure measure,
            double theirs,
            double ours,
            String other,
            double difference,
            boolean isApart,
            String why) {
        List<String> others = other.isEmpty() ? List.of() : List.of(other);
        Shadow row = row(measure, theirs, new Ours(ours, others), Map.of(), NOW);
        assertEquals(difference, row.getDifference(), 1e-12);
        assertEquals(isApart ? NOW : null, row.getSince());
        assertEquals(why, row.getExplanation());
    }

    @Test
    void saysSinceWhen() {
        Ours far = new Ours(4, List.of());
        Shadow first = row(ShadowMeasure.REAL_PRIORITY, 2, far, Map.of(), NOW);
        Shadow later = row(ShadowMeasure.REAL_PRIORITY, 2.1, far, Map.of("alice", first), NOW.plusSeconds(60));
        assertEquals(NOW, later.getSince());
        assertEquals(NOW.plusSeconds(60), later.getAsOf());
        Shadow near = row(ShadowMeasure.REAL_PRIORITY, 4, far, Map.of("alice", later), NOW.plusSeconds(90));
        assertNull(near.getSince());
        Shadow again = row(ShadowMeasure.REAL_PRIORITY, 2, far, Map.of("alice", near), NOW.plusSeconds(120));
        assertEquals(NOW.plusSeconds(120), again.getSince());
    }

    @Test
    void whoIsNotKnownHereHasNoDifference() {
        Shadow row = new Comparison("pool", ShadowMeasure.FAIR_SHARE, account -> null, 0.05)
                .of(List.of(new Account("physics/eve", "eve", "physics", 0.5, 12.0)), Map.of(), Map.of(), NOW)
                .get(0);
        assertNull(row.getOurs());
        assertNull(row.getDifference());
        assertEquals("unknown here", row.getExplanation());
        assertEquals("", row.getCustomer());
    }
}
