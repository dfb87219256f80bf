package io.fairstream.query.audit;

import io.fairstream.schemas.Charge;
import java.util.List;

/** Check that sums charges again and compares the result with the tables. Mutable. */
interface Reconciliation {
    /** Adds the next charge of the journal; a check ignores most of them. */
    void charge(Charge charge);

    /**
     * Returns the checks, after all charges are added.
     *
     * @param isWhole whether no charge has been deleted
     */
    List<Check> checks(boolean isWhole);
}
