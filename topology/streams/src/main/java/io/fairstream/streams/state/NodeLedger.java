package io.fairstream.streams.state;

import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.SessionLedger;

/** A node's ledger and what was last published of it. Mutable; one owner. */
public final class NodeLedger {
    private final SessionLedger ledger;
    private NodeTime published;

    /** A ledger as it was kept: its times were published then. */
    public NodeLedger(SessionLedger ledger) {
        this.ledger = ledger;
        this.published = ledger.time();
    }

    public SessionLedger ledger() {
        return ledger;
    }

    /** Returns true if the row of the node must be written; afterwards the row counts as written. */
    public boolean takeUnpublished() {
        boolean isStale = !published.equals(ledger.time());
        published = ledger.time();
        return isStale;
    }
}
