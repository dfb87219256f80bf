package io.fairstream.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Duration OVER = Duration.ofMinutes(10);

    private static List<Fault> schedule(long seed, int faults) {
        return Schedule.of(seed, faults, OVER, EnumSet.allOf(Kind.class));
    }

    @Test
    void theSameSeedIsTheSameSchedule() {
        assertEquals(schedule(7, 100), schedule(7, 100));
        assertNotEquals(schedule(7, 100), schedule(8, 100));
    }

    @Test
    void eachKindComesBeforeAnyComesAgain() {
        int kinds = Kind.values().length;
        Map<Kind, Long> counts =
                schedule(1, 2 * kinds).stream().collect(Collectors.groupingBy(Fault::kind, Collectors.counting()));
        assertEquals(kinds, counts.size());
        assertTrue(counts.values().stream().allMatch(count -> count == 2), counts::toString);
    }

    @Test
    void noProcessSuffersTwoFaultsAtOnce() {
        Map<String, Fault> last = new HashMap<>();
        for (Fault fault : schedule(3, 300)) {
            Fault before = last.put(fault.target(), fault);
            assertTrue(before == null || before.end() < fault.at(), () -> before + "\n" + fault);
            assertTrue(fault.kind().targets().contains(fault.target()), fault::toString);
        }
    }
}
