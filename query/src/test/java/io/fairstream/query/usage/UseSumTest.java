package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Usage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A period from 2 to 6; from an hour on 3 processors are allocated and 2 reserved, with 5 GPUs. */
class UseSumTest {
    private static UseSum sum(String name) {
        return new UseSum(Buckets.whole(new Period(at(2), at(6))), List.of(name));
    }

    @ParameterizedTest(name = "{1} from {0} on")
    @CsvSource({
        // from, name; hours of it, allocated and reserved
        "2, cpu,            20, 12, 8",
        "2, gres/gpu,       20, 12, 8",
        "0, gres/gpu,       20, 12, 8",
        "4, cpu,            10, 6,  4",
        "6, cpu,            0,  0,  0",
        "2, license/matlab, 0,  12, 8",
        "2, energy,         0,  12, 8",
    })
    void whatIsHeldCountsByTheTimeInThePeriod(double from, String name, long held, long allocated, long reserved) {
        UseSum sum = sum(name);
        sum.allocation(AllocationChange.newBuilder()
                .setAt(at(from))
                .setAllocated(3)
                .setReserved(2)
                .setTres(Map.of("gres/gpu", 5L))
                .build());
        assertEquals(
                new Use(allocated * HOUR_MICROS, reserved * HOUR_MICROS, 0, List.of(held * HOUR_MICROS)), sum.total());
    }

    @ParameterizedTest(name = "{0} from {1} to {2}")
    @CsvSource({
        // name, from, to; of 12 hours of processors and 60 J: what was used in the period, hours and mJ
        "energy, 2, 6, 12, 60000",
        "energy, 0, 4, 6,  30000",
        "energy, 5, 8, 4,  20000",
        "energy, 0, 2, 0,  0",
        "cpu,    2, 6, 12, 0",
    })
    void whatIsUsedIsUsedEvenly(String name, double from, double to, long hours, long millijoules) {
        UseSum sum = sum(name);
        sum.usage(Usage.newBuilder()
                .setFrom(at(from))
                .setTo(at(to))
                .setCpuTimeUsedMicros(12 * HOUR_MICROS)
                .setRealMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(0)
                .setUser("ann")
                .setEnergyMillijoules(60_000)
                .build());
        assertEquals(new Use(0, 0, hours * HOUR_MICROS, List.of(millijoules)), sum.total());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"0 0 0 0, true", "1 0 0 0, false", "0 1 0 0, false", "0 0 1 0, false", "0 0 0 1, false"})
    void nothingIsNothingOfAny(String amounts, boolean isEmpty) {
        List<Long> all =
                List.of(amounts.split(" ", -1)).stream().map(Long::valueOf).toList();
        Use use = new Use(all.get(0), all.get(1), all.get(2), List.of(all.get(3)));
        assertEquals(isEmpty, use.isEmpty());
        assertEquals(use, Use.NONE.plus(use), "nothing adds nothing");
    }
}
