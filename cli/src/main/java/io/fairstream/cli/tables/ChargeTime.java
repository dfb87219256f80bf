package io.fairstream.cli.tables;

import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.JobStatement;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeRateChange;
import io.fairstream.schemas.SubtreeUsage;
import io.fairstream.schemas.Usage;
import java.time.Instant;

/** The event time of an entry of the journal, whatever its kind. */
public final class ChargeTime {
    private ChargeTime() {}

    /** When it was; of an interval its end. */
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
        return entry instanceof Usage usage ? usage.getTo() : ((JobStatement) entry).getAt();
    }
}
