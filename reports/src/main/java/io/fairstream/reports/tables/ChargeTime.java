package io.fairstream.reports.tables;

import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The event time of an entry of the journal, whatever its kind. */
public final class ChargeTime {
    private ChargeTime() {}

    /** When it was; of an interval its end, of what is known by the day only its begin. */
    public static Instant of(Charge charge) {
        Object time = Objects.requireNonNull(EntryField.first(charge, "at", "to", "day"));
        return time instanceof Instant at
                ? at
                : LocalDate.parse((String) time).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Since when all charges of an account are there; null if none was deleted. */
    public static @Nullable Instant known(TopicReader reader, String account) {
        return reader.isWhole(Topics.CHARGES, account)
                ? null
                : reader.oldestCharge(account).map(ChargeTime::of).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
    }
}
