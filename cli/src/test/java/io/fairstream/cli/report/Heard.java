package io.fairstream.cli.report;

import io.fairstream.schemas.Charge;

/** Charges as the reader of the journal passes them on. */
final class Heard {
    private Heard() {}

    static void by(UserJournal.Listener listener, Charge charge) {
        new UserJournal(listener).charge(charge);
    }
}
