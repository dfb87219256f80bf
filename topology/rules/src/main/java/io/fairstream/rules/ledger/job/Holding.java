package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Held;
import io.fairstream.rules.Tres;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is charged to somebody for a job, from one of its events to the next. */
record Holding(
        @Nullable Long submitted,
        String run,
        String user,
        @Nullable Long userId,
        String bank,
        int allocated,
        int reserved,
        Tres besides) {
    static @Nullable Holding of(@Nullable JobSnapshot standing) {
        if (standing == null) {
            return null;
        }
        JobFacts facts = standing.facts();
        Held held = standing.held();
        int processors = held == null ? 0 : held.processors();
        int allocated = standing.state().isAllocated() ? processors : 0;
        int reserved = standing.state().isReserved() ? processors : 0;
        return new Holding(
                standing.submitted(),
                standing.run(),
                standing.payer(),
                facts.userId(),
                facts.bank(),
                allocated,
                reserved,
                held == null ? Tres.NONE : held.besidesProcessors());
    }

    /** Adds to {@code charges} what turns one holding into another at an instant. */
    static void change(@Nullable Holding from, @Nullable Holding to, long at, List<AllocationCharge> charges) {
        if (from != null && to != null && from.isOfSame(to)) {
            add(
                    to.charge(
                            at,
                            to.allocated - from.allocated,
                            to.reserved - from.reserved,
                            to.besides.minus(from.besides)),
                    charges);
            return;
        }
        if (to != null) {
            add(to.charge(at, to.allocated, to.reserved, to.besides), charges);
        }
        if (from != null) {
            add(from.charge(at, -from.allocated, -from.reserved, from.besides.negated()), charges);
        }
    }

    private static void add(AllocationCharge charge, List<AllocationCharge> charges) {
        if (!charge.isNothing()) {
            charges.add(charge);
        }
    }

    private AllocationCharge charge(long at, int moreAllocated, int moreReserved, Tres more) {
        return new AllocationCharge(at, submitted, run, user, userId, bank, moreAllocated, moreReserved, more);
    }

    private boolean isOfSame(Holding other) {
        return Objects.equals(submitted, other.submitted)
                && run.equals(other.run)
                && user.equals(other.user)
                && Objects.equals(userId, other.userId)
                && bank.equals(other.bank);
    }
}
