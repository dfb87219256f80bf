package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Refused;
import java.util.List;

/** What became of a job event. */
public sealed interface JobOutcome {
    /** What the users are charged. */
    default List<AllocationCharge> charges() {
        return List.of();
    }

    /** What the jobs are charged, besides what their statements say. */
    default List<AllocationCharge> jobCharges() {
        return List.of();
    }

    /** What the users are charged in their banks. */
    default List<HoldingCharge> holdings() {
        return List.of();
    }

    /** What the accounts of jobs are charged. */
    default List<JobStatement> statements() {
        return List.of();
    }

    /** What the jobs and their users are charged for energy. */
    default List<EnergyCharge> energies() {
        return List.of();
    }

    /** Ends of jobs that came or went. */
    default List<JobEnd.Change> ends() {
        return List.of();
    }

    /** The newest event. */
    record Followed(
            List<AllocationCharge> charges,
            List<HoldingCharge> holdings,
            List<JobStatement> statements,
            List<JobEnd.Change> ends,
            List<EnergyCharge> energies)
            implements JobOutcome {}

    /** A late event, or one that shows the past in another light: corrections. */
    record Corrected(
            List<AllocationCharge> charges,
            List<HoldingCharge> holdings,
            List<JobStatement> statements,
            List<JobEnd.Change> ends,
            List<EnergyCharge> energies)
            implements JobOutcome {
        @Override
        public List<AllocationCharge> jobCharges() {
            return charges;
        }
    }

    /** Known from before. */
    record Duplicate() implements JobOutcome {}

    /** Right, and changed nothing. */
    record WithoutEffect() implements JobOutcome {}

    /** Impossible beside what is known. */
    record Impossible(Refused refused) implements JobOutcome {}
}
