package io.fairstream.reports.usage;

import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Step by which a period is cut: where hours, days or months of the calendar begin. */
public enum UtilizationStep {
    HOUR,
    DAY,
    MONTH;

    /** Begin of the hour, day or month in which the time is. */
    ZonedDateTime begin(ZonedDateTime of) {
        LocalDate day = of.toLocalDate();
        return switch (this) {
            case HOUR -> of.truncatedTo(ChronoUnit.HOURS);
            case DAY -> day.atStartOfDay(of.getZone());
            case MONTH -> day.withDayOfMonth(1).atStartOfDay(of.getZone());
        };
    }

    /** Begin of the one after that which begins there. */
    ZonedDateTime next(ZonedDateTime begin) {
        LocalDate day = begin.toLocalDate();
        return switch (this) {
            case HOUR -> begin.plusHours(1);
            case DAY -> day.plusDays(1).atStartOfDay(begin.getZone());
            case MONTH -> day.withDayOfMonth(1).plusMonths(1).atStartOfDay(begin.getZone());
        };
    }
}
