package io.fairstream.query.usage;

import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Step that divides a period at the begins of calendar hours, days or months. */
public enum UtilizationStep {
    HOUR,
    DAY,
    MONTH;

    /** Returns the begin of the hour, day or month that contains the time. */
    ZonedDateTime begin(ZonedDateTime of) {
        LocalDate day = of.toLocalDate();
        return switch (this) {
            case HOUR -> of.truncatedTo(ChronoUnit.HOURS);
            case DAY -> day.atStartOfDay(of.getZone());
            case MONTH -> day.withDayOfMonth(1).atStartOfDay(of.getZone());
        };
    }

    /** Returns the begin of the next step. */
    ZonedDateTime next(ZonedDateTime begin) {
        LocalDate day = begin.toLocalDate();
        return switch (this) {
            case HOUR -> begin.plusHours(1);
            case DAY -> day.plusDays(1).atStartOfDay(begin.getZone());
            case MONTH -> day.withDayOfMonth(1).plusMonths(1).atStartOfDay(begin.getZone());
        };
    }
}
