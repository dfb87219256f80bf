package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a half-life of a day, from midnight of 2 March 2026 on. */
class OutlookTest {
    private static final Instant AT = Instant.parse("2026-03-02T00:00:00Z");
    private static final HalfLife DAY = new HalfLife(86_400);

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "8,   0, P1D, 4,    without use half is left after a half-life",
        "8,   8, P1D, 8,    with as much use as priority it stays",
        "4,   8, P1D, 6,    half of the way to what is in use",
        "0.5, 0, P9D, 0.5,  the floor is the best",
        "1,   0, P7D, 0.5,  and is not left behind",
        "3,   1, PT0S, 3,   now is now",
    })
    void goesHalfOfTheWayInAHalfLife(double priority, double weight, Duration time, double expected, String why) {
        assertEquals(expected, new Outlook(AT, priority, weight, DAY).ifStays(time), 1e-12, why);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "8,   0,    4,   2026-03-03T00:00:00Z, half of it after a half-life",
        "8,   0,    1,   2026-03-05T00:00:00Z, an eighth after three",
        "4,   8,    6,   2026-03-03T00:00:00Z, on the way up",
        "4,   8,    8,   ,                     never quite what is in use",
        "8,   8,    4,   ,                     never down while use stays",
        "1,   0,    0.4, ,                     never below the floor",
    })
    void reachesAValueOnItsWay(double priority, double weight, double value, @Nullable Instant expected, String why) {
        assertEquals(expected, new Outlook(AT, priority, weight, DAY).reachesIfStays(value), why);
    }

    /** Between changes what the weights of each minute add up to is the same as one piece: the path is monotone there. */
    @Test
    void aPlanIsWhatItsMinutesAddUpTo() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Outlook outlook = new Outlook(AT, 0.5 + random.nextInt(40) / 4.0, random.nextInt(9), DAY);
            List<Plan.Job> jobs = random.ints(random.nextInt(4), 0, 3000)
                    .mapToObj(begin -> new Plan.Job(
                            1 + random.nextInt(8),
                            Duration.ofMinutes(1 + random.nextInt(2000)),
                            Duration.ofMinutes(begin)))
                    .toList();
            Plan plan = new Plan(random.nextBoolean() ? null : Duration.ofMinutes(random.nextInt(3000)), jobs);
            double reached = outlook.priority();
            for (int minute = 0; minute < 4000; minute++) {
                if (minute % 500 == 0) {
                    double whole = outlook.ifPlanned(plan, Duration.ofMinutes(minute));
                    assertEquals(reached, whole, 1e-9 * reached, "seed " + seed + ", minute " + minute + ", " + plan);
                }
                double weight = plan.weight(outlook.weight(), minute * 60_000L);
                reached = RealPriority.advance(reached, weight, 60_000, DAY);
            }
        }
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "4, 8:P1D,       6,    a job of as much as the priority besides",
        "4, 8:P1D@P1D,   2,    one that has not begun",
        "4, 8:PT0.001S,  2,    one that is over",
    })
    void aJobCountsWhileItRuns(double priority, String job, double expected, String why) {
        String[] words = (job + "@PT0S").split("[:@]", 4);
        Plan plan = new Plan(
                Duration.ZERO,
                List.of(new Plan.Job(
                        Double.parseDouble(words[0]), Duration.parse(words[1]), Duration.parse(words[2]))));
        double is = new Outlook(AT, priority, 100, DAY).ifPlanned(plan, Duration.ofDays(1));
        assertEquals(expected, is, 1e-6, why);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "8, 4, 2026-03-03T00:00:00Z, whatever is in use now",
        "8, 9, ,                     never up without use",
    })
    void fallsWhenUseStops(double priority, double value, @Nullable Instant expected, String why) {
        Outlook outlook = new Outlook(AT, priority, 100, DAY);
        assertEquals(expected, outlook.reachesIfStops(value), why);
        assertEquals(priority / 2, outlook.ifStops(Duration.ofDays(1)), 1e-12);
    }
}
