package io.fairstream.cli.report;

import io.fairstream.cli.records.Row;
import io.fairstream.schemas.Charge;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Charges as the reader of the journal passes them on. */
final class Heard {
    private Heard() {}

    static void by(UserJournal.Listener listener, Charge charge) {
        new UserJournal(listener).charge(new Row<>(charge.getAccount(), charge, 0, 0, new RecordHeaders()));
    }
}
