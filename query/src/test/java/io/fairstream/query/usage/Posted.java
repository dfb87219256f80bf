package io.fairstream.query.usage;

import io.fairstream.schemas.Charge;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/** Charges as the reader of the journal passes them on. */
final class Posted {
    private Posted() {}

    /** A query for these clusters, or for all. */
    static PeriodQuery query(Period period, String... clusters) {
        return new PeriodQuery(period, ZoneOffset.UTC, Set.of(clusters), new TimeColumns(Unit.HOURS, null));
    }

    /** The listener, after these charges of any cluster. */
    static <L extends UserJournal.Listener> L to(L listener, Period period, List<Charge> charges) {
        return to(listener, query(period), charges);
    }

    /** The listener, after those of these charges that are asked for. */
    static <L extends UserJournal.Listener> L to(L listener, PeriodQuery query, List<Charge> charges) {
        UserJournal journal = new UserJournal(query, listener);
        charges.forEach(journal::charge);
        return listener;
    }
}
