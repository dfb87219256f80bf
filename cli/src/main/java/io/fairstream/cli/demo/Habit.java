package io.fairstream.cli.demo;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;

/**
 * Habits of one user of the demo's pool.
 *
 * @param user the customer's name
 * @param factor the user's priority factor in the negotiator
 * @param slotWeight minimum weight of a slot for the user's jobs
 * @param typicalRun median run time of a job
 * @param rhythm rate of submissions over time
 */
record Habit(String user, double factor, int slotWeight, Duration typicalRun, Rhythm rhythm) {
    /** Factor of users without one of their own. */
    public static final double USUAL_FACTOR = 1000;

    private static final long SHORTEST_RUN_SECONDS = 20;

    static final List<Habit> ALL = List.of(
            new Habit("alice", USUAL_FACTOR, 8, Duration.ofHours(3), hour -> hour.isAt(7, 19) ? 8 : 3),
            new Habit("bob", USUAL_FACTOR, 4, Duration.ofMinutes(50), hour -> hour.isAt(20, 21) ? 25 : 0),
            new Habit("carol", USUAL_FACTOR, 1, Duration.ofMinutes(15), hour -> hour.isWork() && hour.isOdd() ? 70 : 0),
            new Habit(
                    "dave",
                    USUAL_FACTOR,
                    1,
                    Duration.ofHours(2),
                    hour -> hour.isWeekend() && hour.isAt(9, 16) ? 70 : 0),
            new Habit("erin", USUAL_FACTOR, 1, Duration.ofMinutes(4), hour -> hour.isWork() ? 120 : 0),
            new Habit("nice-user.frank", 1e10, 1, Duration.ofHours(5), hour -> hour.isAt(6, 18) ? 6 : 1),
            new Habit("grace@partner.example", 1e7, 1, Duration.ofHours(1), hour -> hour.isAt(14, 22) ? 20 : 0),
            new Habit("heidi", USUAL_FACTOR, 16, Duration.ofHours(2), hour -> hour.day() >= 8 && hour.isWork() ? 6 : 0),
            new Habit("ivan", 4000, 32, Duration.ofHours(10), hour -> hour.isWork() ? 0.25 : 0),
            new Habit("judy", USUAL_FACTOR, 4, Duration.ofMinutes(40), hour -> hour.isWork() ? 25 : 0),
            new Habit(
                    "mallory",
                    USUAL_FACTOR,
                    1,
                    Duration.ofMinutes(80),
                    hour -> hour.isWork() && hour.isAt(9, 10) ? 350 : 0),
            new Habit(
                    "olivia",
                    USUAL_FACTOR,
                    4,
                    Duration.ofHours(2),
                    hour -> hour.day() < 10 && hour.isAt(8, 20) ? 12 : 0));

    /** True if the factor is an administrator's decision rather than the result of a rule. */
    boolean isFactorDecided() {
        return factor > USUAL_FACTOR && !user.startsWith("nice-user") && user.indexOf('@') < 0;
    }

    /** Draws the number of jobs submitted within a short time. */
    int submissions(Instant now, Duration within, Random random) {
        return Draws.count(rhythm.jobsPerHour(Hour.of(now)) * within.toSeconds() / 3600.0, random);
    }

    Duration run(Random random) {
        return Duration.ofSeconds(Math.max(SHORTEST_RUN_SECONDS, Draws.seconds(typicalRun, random)));
    }

    /** Rate of a user's submissions over time. */
    public interface Rhythm {
        double jobsPerHour(Hour hour);
    }

    /**
     * An hour of the demo.
     *
     * @param day number of days since the start of the demo
     */
    public record Hour(long day, DayOfWeek weekday, int hour) {
        static Hour of(Instant now) {
            ZonedDateTime utc = now.atZone(ZoneOffset.UTC);
            long day = Duration.between(DemoPool.BEGIN, now).toDays();
            return new Hour(day, utc.getDayOfWeek(), utc.getHour());
        }

        boolean isWeekend() {
            return weekday.compareTo(DayOfWeek.SATURDAY) >= 0;
        }

        boolean isWork() {
            return !isWeekend() && isAt(9, 17);
        }

        boolean isAt(int from, int until) {
            return hour >= from && hour < until;
        }

        boolean isOdd() {
            return hour % 2 == 1;
        }
    }
}
