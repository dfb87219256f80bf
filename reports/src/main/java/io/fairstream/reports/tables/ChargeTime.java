package io.fairstream.reports.tables;

import io.fairstream.schemas.ActiveChange;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.JobStatement;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Seen;
import io.fairstream.schemas.SubtreeRateChange;
import io.fairstream.schemas.SubtreeUsage;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.WorkDone;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The event time of an entry of the journal, whatever its kind. */
public final class ChargeTime {
    private ChargeTime() {}

    /** When it was; of an interval its end, of what is known by the day only its begin. */
    public static Instant of(Charge charge) {
        Object entry = charge.getEntry();
        if (entry instanceof RateChange rate) {
            return rate.getAt();
        }
        if (entry instanceof SubtreeRateChange rate) {
            return rate.getAt();
        }
        if (entry instanceof AllocationChange allocation) {
            return allocation.getAt();
        }
        if (entry instanceof HoldingChange holding) {
            return holding.getAt();
        }
        if (entry instanceof SubtreeUsage usage) {
            return usage.getAt();
        }
        if (entry instanceof Usage usage) {
            return usage.getTo();
        }
        return entry instanceof JobStatement statement ? statement.getAt() : ofVolunteers(entry);
    }

    private static Instant ofVolunteers(Object entry) {
        if (entry instanceof WorkDone done) {
            return done.getTo();
        }
        return begin(entry instanceof Seen seen ? seen.getDay() : ((ActiveChange) entry).getDay());
    }

    private static Instant begin(String day) {
        return LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
