package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.reading.LocalTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a log's times. Times without {@code Z} or an offset are local. In the repeated hour in autumn, a time is the
 * first of its two instants, unless the log would go back by more than a minute.
 *
 * <p>HTCondor wrote dates without a year before 8.9, and still does so if configured. Such a date has the year of the previous
 * event. A date more than a month earlier is in the next year, since logs are not that much out of order; a date 363 days later or
 * more is in the previous year.
 */
final class LogTimes {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int MONTH = 31;
    private static final int ALMOST_A_YEAR = 362;
    private static final int LEAP_YEAR = 2000;

    private final ZoneId zone;
    private int year;
    /** Day of the last event, 1 to 366 as in leap years; 0 before the first. */
    private int day;

    private Instant latest = Instant.MIN;
    private boolean isGuess;

    /**
     * Creates a parser.
     *
     * @param zone of local times
     * @param firstYear year of the first event, for dates without one
     */
    LogTimes(ZoneId zone, int firstYear) {
        this.zone = zone;
        this.year = firstYear;
    }

    /** Returns the instant of a time in the log, to the millisecond; null if it is invalid. */
    @Nullable
    Instant at(String text) {
        isGuess = false;
        try {
            Instant at = isYearless(text) ? yearless(text) : dated(text);
            latest = at.isAfter(latest) ? at : latest;
            return at.truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Returns true if the last parsed time could also be an hour later. */
    boolean isGuess() {
        return isGuess;
    }

    private static boolean isYearless(String text) {
        return text.length() > 2 && text.charAt(2) == '/';
    }

    /** Returns the year of the last event, as the first year of a continuing {@link #LogTimes}. */
    int year() {
        return year;
    }

    /** Returns the latest event so far; {@link Instant#MIN} before the first. */
    Instant latest() {
        return latest;
    }

    private void restore(int lastYear, int lastDay) {
        year = lastYear;
        day = lastDay;
    }

    /**
     * Returns the year of a file's first event. It is computed from the first event with a year; if there is none, from the
     * file's last modification, which is the time of its last event.
     */
    static int firstYear(Path file, Ending ending, ZoneId zone) throws IOException {
        LogTimes relative = new LogTimes(zone, 0);
        MonthDay last = null;
        try (Pieces pieces = Pieces.open(file, ending)) {
            while (pieces.hasNext()) {
                RawEntry entry = pieces.next();
                String time = LogHeader.isHeader(entry) ? null : JobLogEvent.timeOf(entry);
                if (time != null && !isYearless(time)) {
                    return firstYear(relative, time);
                }
                MonthDay next = time == null ? null : monthDay(time);
                if (next != null) {
                    last = next;
                    relative.turn(next);
                }
            }
        }
        ZonedDateTime written = Files.getLastModifiedTime(file).toInstant().atZone(zone);
        boolean lastYear = last != null
                && last.isAfter(MonthDay.from(written.plusDays(1)))
                && written.plusDays(1).getYear() == written.getYear();
        return written.getYear() - (lastYear ? 1 : 0) - relative.year;
    }

    private static int firstYear(LogTimes relative, String dated) {
        int year = Integer.parseInt(dated.substring(0, 4));
        MonthDay day = monthDay(dated.substring(5));
        if (day != null) {
            relative.turn(day);
        }
        return year - relative.year;
    }

    /** Returns the day of a time; null if there is no such day. */
    private static @Nullable MonthDay monthDay(String time) {
        try {
            return MonthDay.of(number(time, 0, 2), number(time, 3, 5));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), 10) : -1;
            if (digit < 0) {
                throw new DateTimeException(text);
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** Parses {@code 03/20 21:05:25}, optionally with fractions of a second or {@code Z}. */
    private Instant yearless(String text) {
        MonthDay date = MonthDay.of(number(text, 0, 2), number(text, 3, 5));
        String time = text.substring(Math.min(6, text.length()));
        boolean utc = time.endsWith("Z");
        LocalTime clock = LocalTime.parse(utc ? time.substring(0, time.length() - 1) : time);
        int yearBefore = year;
        int dayBefore = day;
        turn(date);
        try {
            LocalDateTime local = LocalDate.of(year, date.getMonthValue(), date.getDayOfMonth())
                    .atTime(clock);
            return utc ? local.toInstant(ZoneOffset.UTC) : local(local);
        } catch (DateTimeException e) {
            restore(yearBefore, dayBefore);
            throw e;
        }
    }

    private void turn(MonthDay date) {
        int newDay = date.atYear(LEAP_YEAR).getDayOfYear();
        if (day != 0 && newDay < day - MONTH) {
            year++;
        } else if (day != 0 && newDay > day + ALMOST_A_YEAR) {
            year--;
        }
        day = newDay;
    }

    /** Parses {@code 2024-03-20 21:05:25} or with {@code T}, optionally with fractions, {@code Z} or an offset. */
    private Instant dated(String text) {
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.substring(0, 10) + 'T' + text.substring(11) : text;
        boolean offset = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
        LocalDateTime local = offset ? null : LocalDateTime.parse(iso);
        Instant at = local == null ? OffsetDateTime.parse(iso).toInstant() : local(local);
        ZonedDateTime zoned = at.atZone(zone);
        restore(zoned.getYear(), MonthDay.from(zoned).atYear(LEAP_YEAR).getDayOfYear());
        return at;
    }

    private Instant local(LocalDateTime local) {
        List<Instant> readings = LocalTimes.readings(local, zone);
        Instant at = LocalTimes.inOrder(readings, latest);
        isGuess = readings.size() > 1 && at.equals(readings.get(0));
        return at;
    }

    /** Returns the state after the events so far, to which a reader adds its own before it is saved. */
    ObjectNode memory() {
        ObjectNode memory = JSON.createObjectNode().put("year", year).put("day", day);
        return latest.equals(Instant.MIN) ? memory : memory.put("latest", latest.toEpochMilli());
    }

    /** Restores a saved state. */
    void restore(JsonNode memory) {
        restore(memory.path("year").asInt(), memory.path("day").asInt());
        JsonNode saved = memory.path("latest");
        latest = saved.isIntegralNumber() ? Instant.ofEpochMilli(saved.longValue()) : Instant.MIN;
    }

    /** Adds a reader's records to the state. */
    static void put(ObjectNode memory, String name, Collection<? extends Record> records) {
        ArrayNode array = memory.putArray(name);
        records.forEach(each -> array.add(JSON.valueToTree(each)));
    }

    /** Returns the records saved under a name; empty if there is no such name. */
    static <R extends Record> List<R> get(JsonNode memory, String name, Class<R> type) {
        List<R> records = new ArrayList<>();
        memory.path(name).forEach(each -> records.add(JSON.convertValue(each, type)));
        return records;
    }
}
