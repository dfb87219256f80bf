package io.fairstream.streams.state;

import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A resource's ledger and the open match last published of it. Mutable; one owner. */
public final class ResourceLedger {
    private final MatchLedger ledger;
    private @Nullable OpenMatch published;

    /** A ledger as it was kept: what it holds was published then. */
    public ResourceLedger(MatchLedger ledger) {
        this.ledger = ledger;
        this.published = ledger.held();
    }

    public MatchLedger ledger() {
        return ledger;
    }

    /** Returns true if the row of the resource must be written; afterwards the row counts as written. */
    public boolean takeUnpublished() {
        boolean isStale = !Objects.equals(published, ledger.held());
        published = ledger.held();
        return isStale;
    }
}
