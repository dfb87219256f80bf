package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.journal.UsageEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry for a job and its user: a run consumed energy, as its scheduler says at its end.
 *
 * @param from begin of the run, milliseconds since 1970; a millisecond before {@code at} when nobody said it
 * @param at its end, milliseconds since 1970
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param user who pays; never empty
 * @param bank or empty
 * @param millijoules below 0 in a correction
 */
public record EnergyCharge(
        long from,
        long at,
        @Nullable Long submitted,
        String run,
        String user,
        @Nullable Long userId,
        String bank,
        long millijoules) {
    /** Adds what an event said of a run's energy that was not said of the same end before. */
    static void change(@Nullable JobSnapshot from, @Nullable JobSnapshot to, List<EnergyCharge> charges) {
        if (to == null) {
            return;
        }
        boolean isSameEnd = from != null && from.isComplete() && to.isComplete() && from.since() == to.since();
        long more = said(to) - (isSameEnd ? said(from) : 0);
        if (more != 0) {
            charges.add(of(from == null ? to : from, to, more));
        }
    }

    private static long said(@Nullable JobSnapshot standing) {
        Long energy = standing == null ? null : standing.facts().reported().energyMillijoules();
        return energy == null ? 0 : energy;
    }

    private static EnergyCharge of(JobSnapshot ofRun, JobSnapshot to, long millijoules) {
        Long start = ofRun.start() == null ? to.start() : ofRun.start();
        long from = start == null ? to.at() - 1 : Math.min(start, to.at() - 1);
        return new EnergyCharge(
                from,
                to.at(),
                to.submitted(),
                to.run(),
                to.payer(),
                to.facts().userId(),
                to.facts().bank(),
                millijoules);
    }

    EnergyCharge negated() {
        return new EnergyCharge(from, at, submitted, run, user, userId, bank, -millijoules);
    }

    UsageEntry entry() {
        return new UsageEntry.Usage(from, at, Amounts.of(Quantity.ENERGY, millijoules), user, userId);
    }
}
