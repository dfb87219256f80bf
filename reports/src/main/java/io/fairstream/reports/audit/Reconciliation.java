package io.fairstream.reports.audit;

import io.fairstream.schemas.Charge;
import java.util.List;

/** Adds charges up again, and compares that with what the tables say. Mutable. */
interface Reconciliation {
    /** Takes in the next charge of the journal; most concern others. */
    void charge(Charge charge);

    /**
     * The checks, when all charges are taken in.
     *
     * @param isWhole whether no charge has been deleted
     */
    List<Check> checks(boolean isWhole);
}
