package io.fairstream.cli.report;

import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** How a period is cut: where hours, days or months of the calendar begin. */
enum UtilizationStep {
    HOUR {
        @Override
        ZonedDateTime begin(ZonedDateTime of) {
            return of.truncatedTo(ChronoUnit.HOURS);
        }

        @Override
        ZonedDateTime next(ZonedDateTime begin) {
            return begin.plusHours(1);
        }
    },
    DAY {
        @Override
        ZonedDateTime begin(ZonedDateTime of) {
            return of.toLocalDate().atStartOfDay(of.getZone());
        }

        @Override
        ZonedDateTime next(ZonedDateTime begin) {
            return begin.toLocalDate().plusDays(1).atStartOfDay(begin.getZone());
        }
    },
    MONTH {
        @Override
        ZonedDateTime begin(ZonedDateTime of) {
            return of.toLocalDate().withDayOfMonth(1).atStartOfDay(of.getZone());
        }

        @Override
        ZonedDateTime next(ZonedDateTime begin) {
            return begin.toLocalDate().withDayOfMonth(1).plusMonths(1).atStartOfDay(begin.getZone());
        }
    };

    /** Begin of the hour, day or month in which the time is. */
    abstract ZonedDateTime begin(ZonedDateTime of);

    /** Begin of the one after that which begins there. */
    abstract ZonedDateTime next(ZonedDateTime begin);
}
