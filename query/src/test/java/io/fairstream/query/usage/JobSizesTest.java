package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobSizesTest {
    private static final List<Charge> CHARGES = List.of(
            job(1, 0, 4),
            job(1, 2, -4), // from 1 to 2 in the period
            job(2, 0, 100),
            job(2, 0.5, -100), // over before the period
            job(3, 1.5, 49), // still running
            job(4, 1, 40),
            job(4, 2, 10), // grows to 50, which is its size
            job(4, 2.5, -50),
            job(5, 2, 1000), // ended later than first told: 3 instead of 2.5
            job(5, 2.5, -1000),
            job(5, 2.5, 1000),
            job(5, 3, -1000),
            job(6, 5, 8)); // after the period

    @Test
    void aJobIsAsLargeAsTheMostProcessorsItHadInThePeriod() {
        assertEquals(
                List.of("0-49: 2 jobs, 126.5 h", "50-249: 1 jobs, 65.0 h", ">= 1000: 1 jobs, 1000.0 h"),
                sizes(CHARGES));
    }

    @Test
    void theOrderOfEntriesChangesNothing() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Charge> shuffled = new ArrayList<>(CHARGES);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(shuffled, random);
            assertEquals(sizes(CHARGES), sizes(shuffled), "seed " + seed);
        }
    }

    @ParameterizedTest(name = "{0} processors of sizes from {1} on")
    @CsvSource({
        // processors of a job for an hour, where sizes begin; the size it is of
        "1,    50 250, 0-49",
        "49,   50 250, 0-49",
        "50,   50 250, 50-249",
        "249,  50 250, 50-249",
        "250,  50 250, >= 250",
        "9999, 50 250, >= 250",
        "7,    '',     >= 0",
        "1,    1,      >= 1",
    })
    void aSizeHasItsFirstNumberAndNotThatOfTheNext(int processors, String limits, String size) {
        List<Integer> begins = Stream.of(limits.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(Integer::valueOf)
                .toList();
        Period hour = new Period(at(1), at(2));
        assertEquals(
                List.of(size + " 1 " + processors * HOUR_MICROS),
                Posted.to(new JobSizes(hour), hour, List.of(job(1, 0, processors))).lines(begins).stream()
                        .map(line -> line.size() + " " + line.jobs() + " " + line.allocated())
                        .toList());
    }

    private static Charge job(long id, double hours, int processors) {
        return allocation(ChargeKind.USER, "alice", id, "root/physics", hours, processors, 0);
    }

    private static List<String> sizes(List<Charge> charges) {
        Period period = new Period(at(1), at(4));
        return Posted.to(new JobSizes(period), period, charges).lines(List.of(50, 250, 500, 1000)).stream()
                .map(line ->
                        line.size() + ": " + line.jobs() + " jobs, " + (double) line.allocated() / HOUR_MICROS + " h")
                .toList();
    }
}
