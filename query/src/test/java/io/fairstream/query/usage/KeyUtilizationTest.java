package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.MIDNIGHT;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of 4 processors from 1 on to the end of the period at 5, and one that was over before. */
class KeyUtilizationTest {
    private static final Period PERIOD = new Period(at(2), at(5));

    private static final List<Charge> CHARGES = List.of(
            allocation(ChargeKind.USER, "alice", 1, "root/physics", 1, 4, 0),
            allocation(ChargeKind.USER, "bob", 2, "root/physics", 1, 8, 0),
            allocation(ChargeKind.USER, "alice", 3, "root/physics", 1, 0, 1),
            allocation(ChargeKind.USER, "alice", 4, "root/physics", 4, 2, 0),
            allocation(ChargeKind.USER, "carol", 5, "root/physics", 0, 9, 0),
            allocation(ChargeKind.USER, "carol", 5, "root/physics", 2, -9, 0),
            usage("alice", "n1", 2, 3, HOUR_MICROS));

    @ParameterizedTest
    @EnumSource
    void eachNameComesWithItsUsersWhoIsChargedMostFirst(KeyUtilization.Key key) {
        List<Job> jobs = List.of(named(1, key, "high"), named(2, key, "high"), named(3, key, ""), named(4, key, "low"));
        assertEquals(
                List.of(
                        " null 0+3",
                        " alice 0+3",
                        "high null 36+0",
                        "high bob 24+0",
                        "high alice 12+0",
                        "low null 2+0",
                        "low alice 2+0"),
                lines(jobs, key));
    }

    @Test
    void ofJobsThatArePurgedNobodyKnows() {
        assertEquals(
                List.of("high null 12+0", "high alice 12+0", "null null 26+3", "null bob 24+0", "null alice 2+3"),
                lines(List.of(named(1, KeyUtilization.Key.QOS, "high")), KeyUtilization.Key.QOS));
    }

    @Test
    void theJobThatHadTheNumberBeforeIsAnother() {
        Job later = Job.newBuilder(named(1, KeyUtilization.Key.QOS, "high"))
                .setSubmitted(MIDNIGHT.plusSeconds(1))
                .build();
        assertEquals(
                List.of("null null 12+0", "null alice 12+0"),
                lines(List.of(later), KeyUtilization.Key.QOS, CHARGES.subList(0, 1)));
    }

    private static Job named(long id, KeyUtilization.Key key, String name) {
        Job.Builder job = job(id, JobState.RUNNING);
        return switch (key) {
            case QOS -> job.setQos(name).build();
            case WCKEY -> job.setWckey(name).build();
            case RESERVATION -> job.setReservation(name).build();
        };
    }

    private static List<String> lines(List<Job> jobs, KeyUtilization.Key key) {
        return lines(jobs, key, CHARGES);
    }

    private static List<String> lines(List<Job> jobs, KeyUtilization.Key key, List<Charge> charges) {
        return Posted.to(new KeyUtilization(PERIOD, List.of(), jobs, key), PERIOD, charges).lines().stream()
                .map(line -> line.name() + " " + line.user() + " " + line.use().allocated() / HOUR_MICROS + "+"
                        + line.use().reserved() / HOUR_MICROS)
                .toList();
    }
}
