package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.node;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.usage.ClusterUtilization.Line;
import io.fairstream.query.usage.ClusterUtilization.Share;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.testing.SyntheticUse;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A synthetic node of 4 processors: one hour of work from 0 to 1, and a gap from 1 to 3. */
class ClusterUtilizationTest {
    private static final List<Charge> SESSIONS = List.of(
            SyntheticUse.usage("alice", "n1", 0, 1, 2 * HOUR_MICROS),
            SyntheticUse.usage("bob", "n1", 0, 1, HOUR_MICROS / 2),
            SyntheticUse.usage("SYSTEM", "n1", 0, 1, HOUR_MICROS / 4),
            SyntheticUse.usage("IDLE", "n1", 0, 1, HOUR_MICROS * 5 / 4),
            SyntheticUse.usage("DOWN", "n1", 1, 3, 8 * HOUR_MICROS),
            SyntheticUse.usage("IDLE", "n1", 3, 4, 4 * HOUR_MICROS));

    @Test
    void whatSessionsUsedSystemIdleAndDownAreTheCapacity() {
        Line line = lines(0, 4, null, SESSIONS).get(0);
        assertEquals(
                List.of(16.0, 2.5, 0.25, 5.25, 8.0),
                hours(
                        line.capacity(),
                        line.of(Share.USED),
                        line.of(Share.SYSTEM),
                        line.of(Share.IDLE),
                        line.of(Share.DOWN)));
    }

    @Test
    void aPeriodCutsIntervalsAndItsPartsAddUpToIt() {
        assertEquals(
                List.of(2.0, 8.0, 2.0),
                capacities(lines(0.5, 3.5, null, SESSIONS), lines(0.5, 3.5, UtilizationStep.HOUR, SESSIONS)));
    }

    /** Returns the capacities of the first hour, of the two after it and of the last; each cut by the period. */
    private static List<Double> capacities(List<Line> whole, List<Line> hourly) {
        assertEquals(
                hours(whole.get(0).capacity()),
                hours(hourly.stream()
                        .mapToLong(ClusterUtilizationTest::capacity)
                        .sum()),
                "parts = whole");
        return hours(
                hourly.get(0).capacity(),
                capacity(hourly.get(1)) + capacity(hourly.get(2)),
                hourly.get(3).capacity());
    }

    private static long capacity(Line line) {
        return Objects.requireNonNull(line.capacity());
    }

    @Test
    void whatTheSchedulerGaveAwayStandsBesideIt() {
        List<Charge> charges = new ArrayList<>(SESSIONS);
        charges.add(SyntheticUse.allocation(ChargeKind.USER, "alice", 7, "root/physics", 0, 0, 2));
        charges.add(SyntheticUse.allocation(ChargeKind.USER, "alice", 7, "root/physics", 0.5, 4, -2));
        Line line = lines(0, 4, null, charges).get(0);
        assertEquals(
                List.of(14.0, 1.0, 16.0 - 8 - 14 - 1),
                hours(line.of(Share.ALLOCATED), line.of(Share.RESERVED), line.unallocated()));
    }

    @Test
    void aNodeThatIsSilentIsDownSinceItWasLastHeardOf() {
        ClusterUtilization utilization = new ClusterUtilization(hourly(), Map.of());
        utilization.node(node("n1", 4, 1.5, 0, 0, 6 * HOUR_MICROS, 0), at(3));
        assertEquals(
                List.of(2.0, 4.0),
                utilization.lines().stream()
                        .map(line -> hours(line.of(Share.DOWN)).get(0))
                        .toList(),
                "half of the second hour, all of the third");
    }

    @Test
    void aNodeIsNotDownBeforeItsSilenceIsOver() {
        ClusterUtilization utilization = new ClusterUtilization(hourly(), Map.of());
        utilization.node(node("n1", 4, 2.9, 0, 0, 0, 0), at(3));
        utilization.node(node("ahead", 4, 3.5, 0, 0, 0, 0), at(3));
        assertEquals(List.of(), utilization.lines());
    }

    @Test
    void otherClustersAreLeftOut() {
        PeriodQuery query = Posted.query(new Period(at(0), at(3)), "gnu");
        assertEquals(
                List.of(),
                Posted.to(new ClusterUtilization(hourly(), Map.of()), query, SESSIONS)
                        .lines());
    }

    private static Buckets hourly() {
        return Buckets.of(new Period(at(0), at(3)), UtilizationStep.HOUR, ZoneOffset.UTC);
    }

    private static List<Line> lines(double begin, double end, @Nullable UtilizationStep step, List<Charge> charges) {
        Period period = new Period(at(begin), at(end));
        return Posted.to(new ClusterUtilization(Buckets.of(period, step, ZoneOffset.UTC), Map.of()), period, charges)
                .lines();
    }

    /** One job of 4 processors from 1 to 3; an agent, if any, sees a node of 2 processors from 1 to 2, and nothing after. */
    @ParameterizedTest(name = "{5}")
    @CsvSource({
        // agent there, processors stated; capacity, used and unallocated of the two hours, processor hours
        "false,   ,  ,  ,   , without agents nothing is known of processors but what jobs hold",
        "false, 10, 20, , 12, a stated size is the capacity",
        "true ,   , 2, 1, -6, of an agent's node the capacity is known to the microsecond",
        "true , 10, 20, 1, 12, a stated size counts nodes without an agent too",
    })
    void theCapacityIsKnownFromAgentsOrStated(
            boolean hasAgent,
            @Nullable Integer processors,
            @Nullable Double capacity,
            @Nullable Double used,
            @Nullable Double unallocated,
            String why) {
        Period period = new Period(at(1), at(3));
        List<Charge> charges = new ArrayList<>();
        charges.add(SyntheticUse.allocation(ChargeKind.USER, "alice", 7, "root/physics", 1, 4, 0));
        if (hasAgent) {
            charges.add(SyntheticUse.usage("alice", "n1", 1, 2, HOUR_MICROS));
            charges.add(SyntheticUse.usage("IDLE", "n1", 1, 2, HOUR_MICROS));
        }
        Map<String, Integer> stated = processors == null ? Map.of() : Map.of("tux", processors);
        Line line = Posted.to(new ClusterUtilization(Buckets.whole(period), stated), period, charges)
                .lines()
                .get(0);
        assertEquals(
                Arrays.asList(capacity, used, unallocated, 8.0),
                hours(line.capacity(), line.of(Share.USED), line.unallocated(), line.of(Share.ALLOCATED)),
                why);
    }

    @Test
    void aStatedClusterIsThereEvenIfNothingRan() {
        ClusterUtilization utilization = new ClusterUtilization(hourly(), Map.of("tux", 2));
        assertEquals(
                List.of(2.0, 2.0, 2.0),
                utilization.lines().stream()
                        .map(line -> hours(line.unallocated()).get(0))
                        .toList());
    }

    private static List<@Nullable Double> hours(@Nullable Long... micros) {
        List<@Nullable Double> hours = new ArrayList<>();
        for (Long each : micros) {
            hours.add(each == null ? null : (double) each / HOUR_MICROS);
        }
        return hours;
    }
}
