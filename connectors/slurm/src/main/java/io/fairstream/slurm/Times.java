package io.fairstream.slurm;

import io.fairstream.reading.LocalTimes;
import io.fairstream.reading.MalformedException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times and durations in sacct's format.
 *
 * @param zone of the times: that of the machine where sacct ran, or {@code TZ}
 */
record Times(ZoneId zone) {
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,7})-)?(?:(\\d{1,7}):)?(\\d{1,7}):(\\d{1,2})(?:\\.(\\d{1,9}))?");
    private static final Pattern ZONED = Pattern.compile(".*T.*([+-]\\d\\d:\\d\\d|Z)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");

    /** Returns the first reading; null if unknown. */
    @Nullable
    Instant time(Row row, String column) throws MalformedException {
        List<Instant> readings = readings(row, column);
        return readings.isEmpty() ? null : readings.get(0);
    }

    /**
     * Returns the readings of a local time, of a time with an offset, or of seconds since 1970 by
     * {@code SLURM_TIME_FORMAT=%s}: none if unknown, two in a repeated hour.
     */
    List<Instant> readings(Row row, String column) throws MalformedException {
        String text = row.text(column);
        if (text.isEmpty()) {
            return List.of();
        }
        if (SECONDS.matcher(text).matches()) {
            return List.of(Instant.ofEpochSecond(Long.parseLong(text)));
        }
        try {
            return ZONED.matcher(text).matches()
                    ? List.of(OffsetDateTime.parse(text).toInstant())
                    : LocalTimes.readings(LocalDateTime.parse(text), zone);
        } catch (DateTimeParseException e) {
            throw new MalformedException(column, text, "a time like 2026-03-02T08:00:00");
        } catch (DateTimeException e) {
            throw new MalformedException(column, text, "a time that exists in " + zone);
        }
    }

    /** Returns a duration {@code [D-]HH:MM:SS}, {@code MM:SS}, or seconds; null if unknown. */
    @Nullable
    Duration duration(Row row, String column) throws MalformedException {
        String text = row.text(column);
        if (text.isEmpty()) {
            return null;
        }
        Duration duration = SECONDS.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : duration(text);
        if (duration == null) {
            throw new MalformedException(column, text, "[D-]HH:MM:SS");
        }
        return duration;
    }

    /** Returns a duration; null if the text is invalid. */
    static @Nullable Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        return Duration.ofDays(number(matcher.group(1)))
                .plusHours(number(matcher.group(2)))
                .plusMinutes(number(matcher.group(3)))
                .plusSeconds(number(matcher.group(4)))
                .plusNanos(nanos(matcher.group(5)));
    }

    /** Returns nanoseconds of the digits after the point. */
    private static long nanos(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong((digits + "00000000").substring(0, 9));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
