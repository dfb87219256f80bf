package io.fairstream.agent.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryMeterTest {
    private static final Session SESSION = new Session(20, 1001, 0);
    private static final long KIB_OF_MB = 1024;

    /** Vector M1 of Slurm's golden vectors: seconds, MB, and the trapezoid's MB x s. */
    @ParameterizedTest
    @CsvSource({
        "'0 10 20 30 40', '0 100 300 300 200', 8000",
        "'0 10 20 50', '0 100 300 300', 11500",
        "'0 10 20 30 40 50 60 70 80 90 100', '0 100 200 300 400 500 600 700 800 900 1000', 50000"
    })
    void betweenTwoSightingsItIsATrapezoid(String times, String megabytes, long expected) {
        List<Long> at = longs(times);
        List<Long> resident = longs(megabytes);
        long sum = 0;
        for (int i = 1; i < at.size(); i++) {
            MemoryMeter meter = new MemoryMeter();
            meter.stayed(
                    Scene.resident(resident.get(i - 1) * KIB_OF_MB),
                    Scene.resident(resident.get(i) * KIB_OF_MB),
                    (at.get(i) - at.get(i - 1)) * 1000);
            sum += meter.use(SESSION, CpuTime.NONE).realKiBSeconds();
        }
        assertEquals(expected * KIB_OF_MB, sum);
    }

    private static List<Long> longs(String numbers) {
        return List.of(numbers.split(" ")).stream().map(Long::valueOf).toList();
    }

    @Test
    void aNewProcessIsCountedFromItsStartAndAVanishedOneForHalfTheInterval() {
        MemoryMeter meter = new MemoryMeter();
        meter.came(Scene.resident(100), true, 4_000);
        meter.went(Scene.resident(60), 10_000);
        SessionUse use = meter.use(SESSION, CpuTime.NONE);
        assertEquals(100 * 4 + 60 * 5, use.realKiBSeconds());
        assertEquals(2 * (100 * 4 + 60 * 5), use.virtualKiBSeconds());
        assertEquals(100, use.realHighwaterKiB(), "never both at once");
    }

    @Test
    void theHighwaterIsTheLargestSumAtOnce() {
        MemoryMeter meter = new MemoryMeter();
        meter.stayed(Scene.resident(100), Scene.resident(100), 10_000);
        meter.stayed(Scene.resident(50), Scene.resident(30), 10_000);
        assertEquals(150, meter.use(SESSION, CpuTime.NONE).realHighwaterKiB());
    }

    @Test
    void aPeakBetweenTwoSightingsIsSeenIfItIsNew() {
        Memory before = new Memory(90, 500, 100, 100, 500);
        Memory after = new Memory(80, 500, 100, 900, 700);
        MemoryMeter meter = new MemoryMeter();
        meter.stayed(before, after, 10_000);
        SessionUse use = meter.use(SESSION, CpuTime.NONE);
        assertEquals(900 - 20, use.realHighwaterKiB(), "less what it shares");
        assertEquals(700, use.virtualHighwaterKiB());

        MemoryMeter next = new MemoryMeter();
        next.stayed(after, after, 10_000);
        assertEquals(80, next.use(SESSION, CpuTime.NONE).realHighwaterKiB(), "the peak was before");
    }

    @Test
    void thePeakOfAnOldProcessThatWasNotSeenBeforeIsNotOfTheInterval() {
        MemoryMeter meter = new MemoryMeter();
        meter.came(new Memory(80, 500, 100, 900, 700), false, 10_000);
        assertEquals(80, meter.use(SESSION, CpuTime.NONE).realHighwaterKiB());
    }
}
