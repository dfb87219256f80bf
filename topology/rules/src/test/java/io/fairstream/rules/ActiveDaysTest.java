package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.UtcDays.ActiveDays;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActiveDaysTest {
    private static final int WINDOW = 7;

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            10          | 10,11,12,13,14,15,16 | who is seen on a day is active on it and on the six days after it
            10,10       | ''                   | once
            10,11       | 17                   | the next day adds one
            10,20       | 20,21,22,23,24,25,26 | a long silence
            10,8        | 8,9                  | a late one adds what is before the others
            10,20,14    | 17,18,19             | or between them
            10,12,11    | ''                   | or nothing
            100,36      | ''                   | 64 days are remembered, not more
            100,37      | 37,38,39,40,41,42,43 | but these
            """)
    void tellsTheDaysThatOneAdds(String seen, String gained, String reason) {
        ActiveDays days = ActiveDays.EMPTY;
        List<Long> last = List.of();
        for (String day : seen.split(",", -1)) {
            last = days.gained(Long.parseLong(day), WINDOW);
            days = days.with(Long.parseLong(day));
        }
        List<Long> expected = gained.isEmpty()
                ? List.of()
                : Arrays.stream(gained.split(",", -1)).map(Long::valueOf).toList();
        assertEquals(expected, last, reason);
    }

    @Test
    void countsEachActiveDayOnceInAnyOrder() {
        Random random = new Random(4);
        for (int i = 0; i < 2000; i++) {
            ActiveDays days = ActiveDays.EMPTY;
            Map<Long, Integer> counted = new HashMap<>();
            Set<Long> active = new HashSet<>();
            for (int seen = 0; seen < 12; seen++) {
                long day = random.nextInt(60);
                days.gained(day, WINDOW).forEach(on -> counted.merge(on, 1, Integer::sum));
                days = days.with(day);
                for (long on = day; on < day + WINDOW; on++) {
                    active.add(on);
                }
            }
            Map<Long, Integer> expected = new HashMap<>();
            active.forEach(on -> expected.put(on, 1));
            assertEquals(expected, counted);
        }
    }
}
