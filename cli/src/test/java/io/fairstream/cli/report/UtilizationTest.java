package io.fairstream.cli.report;

import static io.fairstream.cli.SyntheticUse.HOUR_MICROS;
import static io.fairstream.cli.SyntheticUse.at;
import static io.fairstream.cli.SyntheticUse.node;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.cli.SyntheticUse;
import io.fairstream.cli.report.Utilization.Line;
import io.fairstream.cli.report.Utilization.Share;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A synthetic node of 4 processors: one hour of work from 0 to 1, and a gap from 1 to 3. */
class UtilizationTest {
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

    /** Of the first hour, of the two after it, of the last; each cut by the period. */
    private static List<Double> capacities(List<Line> whole, List<Line> hourly) {
        assertEquals(
                whole.get(0).capacity(),
                hourly.stream().mapToLong(Line::capacity).sum(),
                "parts = whole");
        return hours(
                hourly.get(0).capacity(),
                hourly.get(1).capacity() + hourly.get(2).capacity(),
                hourly.get(3).capacity());
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
        Utilization book = new Utilization(hourly(), cluster -> true);
        book.node(node("n1", 4, 1.5, 0, 0, 6 * HOUR_MICROS, 0), at(3));
        assertEquals(
                List.of(2.0, 4.0),
                book.lines().stream()
                        .map(line -> hours(line.of(Share.DOWN)).get(0))
                        .toList(),
                "half of the second hour, all of the third");
    }

    @Test
    void aNodeIsNotDownBeforeItsSilenceIsOver() {
        Utilization book = new Utilization(hourly(), cluster -> true);
        book.node(node("n1", 4, 2.9, 0, 0, 0, 0), at(3));
        book.node(node("ahead", 4, 3.5, 0, 0, 0, 0), at(3));
        assertEquals(List.of(), book.lines());
    }

    @Test
    void otherClustersAreLeftOut() {
        Utilization book = new Utilization(hourly(), "gnu"::equals);
        SESSIONS.forEach(charge -> Heard.by(book, charge));
        book.node(node("n1", 4, 1, 0, 0, 0, 0), at(3));
        assertEquals(List.of(), book.lines());
    }

    private static Buckets hourly() {
        return Buckets.of(new Period(at(0), at(3)), UtilizationStep.HOUR, ZoneOffset.UTC);
    }

    private static List<Line> lines(double begin, double end, @Nullable UtilizationStep step, List<Charge> charges) {
        Utilization book =
                new Utilization(Buckets.of(new Period(at(begin), at(end)), step, ZoneOffset.UTC), cluster -> true);
        charges.forEach(charge -> Heard.by(book, charge));
        return book.lines();
    }

    private static List<Double> hours(long... micros) {
        return Arrays.stream(micros)
                .mapToObj(each -> (double) each / HOUR_MICROS)
                .toList();
    }
}
