package io.fairstream.streams.errors;

import io.fairstream.streams.errors.DeadLetter.Reasons;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log with one line for each bad record. If a topic has many, only some get a line, with the number of bad records since the previous line.
 */
public final class BadRecordLog {
    private static final int LINES = 10;
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int LONGEST_REASON = 300;
    private static final Logger LOG = LoggerFactory.getLogger(BadRecordLog.class);

    /** Log of this process, shared by all its threads. */
    public static final BadRecordLog OF_PROCESS = new BadRecordLog(Clock.systemUTC(), LOG::warn);

    private final Clock clock;
    private final Consumer<String> lines;
    private final Map<String, Period> periods = new ConcurrentHashMap<>();

    BadRecordLog(Clock clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
    }

    /** Counts and logs a record that goes to the dead letters. */
    void deadLetter(String topic, int partition, long offset, Throwable why) {
        periods.computeIfAbsent(topic, any -> new Period())
                .add(() -> "dead letter: " + topic + " partition " + partition + " offset " + offset + ": "
                        + Reasons.of(why, LONGEST_REASON));
    }

    /** Returns the number of dead letters of each topic since the process started. */
    public Map<String, Long> deadLetters() {
        Map<String, Long> counts = new HashMap<>();
        periods.forEach((topic, period) -> counts.put(topic, period.total()));
        return counts;
    }

    /** Limit of lines: ten lines a minute, then one line at each power of ten. */
    private final class Period {
        private long begin = Long.MIN_VALUE;
        private long total;
        private long count;
        private long unlogged;
        private long nextLogged;

        synchronized long total() {
            return total;
        }

        synchronized void add(Supplier<String> line) {
            long now = clock.millis();
            if (now - PERIOD.toMillis() >= begin) {
                begin = now;
                count = 0;
                nextLogged = 10L * LINES;
            }
            total++;
            count++;
            if (count <= LINES || count == nextLogged) {
                nextLogged = count == nextLogged ? 10 * nextLogged : nextLogged;
                String more = unlogged == 0
                        ? ""
                        : String.format(Locale.ROOT, " (and %,d more since the last line)", unlogged);
                lines.accept(line.get() + more);
                unlogged = 0;
            } else {
                unlogged++;
            }
        }
    }
}
