package io.fairstream.cli.options;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time in the formats of {@code sreport} and {@code sacct}; it may depend on the reader's zone or the present time. */
@FunctionalInterface
public interface TimeOption {
    /** Returns the instant, given the present time and its zone. */
    Instant at(ZonedDateTime present);

    /** True if the time is that of the newest event, independent of the present. */
    default boolean isLatest() {
        return false;
    }

    /** Accepted forms of a time, for help and error messages. */
    String EXPECTED =
            "a time like 2026-03-02, 2026-03-02T08:00:00, 2026-03-02T08:00:00Z, 03/02/26-08:00, 0302, 08:00, today,"
                    + " yesterday, now, now-3days, latest (the newest event), or milliseconds since 1970";

    /** Time of the newest event; the present if there are no events. */
    final class Latest implements TimeOption {
        @Override
        public Instant at(ZonedDateTime present) {
            return present.toInstant();
        }

        @Override
        public boolean isLatest() {
            return true;
        }
    }

    final class Converter implements ITypeConverter<TimeOption> {
        private static final Pattern NOW = Pattern.compile("now(?:([+-])(\\d{1,9})([a-z]*))?");
        private static final Pattern DAY =
                Pattern.compile("(\\d{2})(?:[/.](\\d{2})(?:[/.](\\d{2}))?|(\\d{2})(\\d{2})?)(?:-([\\d:]+))?");
        private static final int CENTURY = 2000;

        @Override
        public TimeOption convert(String text) {
            try {
                return read(text).orElseThrow(() -> refusal(text));
            } catch (DateTimeException e) {
                throw refusal(text);
            }
        }

        private static TypeConversionException refusal(String text) {
            return new TypeConversionException("\"" + text + "\" (expected: " + EXPECTED + ")");
        }

        private static Optional<TimeOption> read(String text) {
            if (text.equals("latest")) {
                return Optional.of(new Latest());
            }
            Matcher now = NOW.matcher(text);
            if (now.matches()) {
                Duration shift = now.group(2) == null ? Duration.ZERO : shift(now);
                return Optional.of(present -> present.toInstant().plus(shift));
            }
            if (text.equals("today") || text.equals("yesterday")) {
                int before = text.equals("today") ? 0 : 1;
                return Optional.of(present -> startOf(present.toLocalDate().minusDays(before), present));
            }
            if (text.matches("\\d{11,16}")) {
                Instant instant = Instant.ofEpochMilli(Long.parseLong(text));
                return Optional.of(present -> instant);
            }
            Matcher day = DAY.matcher(text);
            if (day.matches()) {
                return Optional.of(day(day));
            }
            return text.matches("\\d{2}:\\d{2}(:\\d{2})?") ? Optional.of(timeOfDay(text)) : Optional.of(iso(text));
        }

        private static Duration shift(Matcher now) {
            long count = Long.parseLong(now.group(1) + now.group(2));
            String unit = now.group(3).toLowerCase(Locale.ROOT);
            return switch (unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit) {
                case "", "second" -> Duration.ofSeconds(count);
                case "minute" -> Duration.ofMinutes(count);
                case "hour" -> Duration.ofHours(count);
                case "day" -> Duration.ofDays(count);
                case "week" -> Duration.ofDays(Math.multiplyExact(count, 7));
                default -> throw new DateTimeException(unit);
            };
        }

        private static TimeOption day(Matcher day) {
            boolean isShort = day.group(2) == null;
            int month = Integer.parseInt(day.group(1));
            int dayOfMonth = Integer.parseInt(day.group(isShort ? 4 : 2));
            String year = day.group(isShort ? 5 : 3);
            LocalTime time = day.group(6) == null ? LocalTime.MIDNIGHT : LocalTime.parse(day.group(6));
            LocalDate.of(CENTURY, month, dayOfMonth);
            return present -> {
                int of = year == null ? present.getYear() : CENTURY + Integer.parseInt(year);
                LocalDate first = LocalDate.of(of, month, 1);
                LocalDate date = first.withDayOfMonth(Math.min(dayOfMonth, first.lengthOfMonth()));
                return date.atTime(time).atZone(present.getZone()).toInstant();
            };
        }

        private static TimeOption timeOfDay(String text) {
            LocalTime time = LocalTime.parse(text);
            return present ->
                    present.toLocalDate().atTime(time).atZone(present.getZone()).toInstant();
        }

        private static TimeOption iso(String text) {
            if (text.length() == "2026-03-02".length()) {
                LocalDate date = LocalDate.parse(text);
                return present -> startOf(date, present);
            }
            if (text.matches(".*(Z|[+-]\\d{2}:?\\d{2})")) {
                Instant instant = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
                return present -> instant;
            }
            LocalDateTime time = LocalDateTime.parse(text).truncatedTo(ChronoUnit.MILLIS);
            return present -> time.atZone(present.getZone()).toInstant();
        }

        private static Instant startOf(LocalDate date, ZonedDateTime present) {
            return date.atStartOfDay(present.getZone()).toInstant();
        }
    }
}
