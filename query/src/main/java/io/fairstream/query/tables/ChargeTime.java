package io.fairstream.query.tables;

import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Event time of any kind of journal entry. */
public final class ChargeTime {
    private ChargeTime() {}

    /** Returns the instant of a charge: the end of an interval, the begin of a day, and 1970 for a day that does not exist. */
    public static Instant of(Charge charge) {
        Object time = Objects.requireNonNull(EntryField.first(charge, "at", "to", "day"));
        return time instanceof Instant at ? at : begin((String) time);
    }

    private static Instant begin(String day) {
        try {
            return LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Returns the instant from which all charges of an account are available; null if none was deleted. */
    public static @Nullable Instant known(TopicReader reader, String account) {
        return reader.isWhole(Topics.CHARGES, account)
                ? null
                : reader.oldestCharge(account).map(ChargeTime::of).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
    }
}
