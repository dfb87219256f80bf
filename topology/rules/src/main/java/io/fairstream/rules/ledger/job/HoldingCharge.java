package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Held;
import io.fairstream.rules.Sums;
import io.fairstream.rules.Work;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry for a user in a bank: a job began or ceased to hold something, or its run ended, so that what it held is booked.
 *
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param user who pays; never empty
 * @param bank or empty
 * @param at when it began or ceased to hold it, milliseconds since 1970; of what is booked after interruptions, when it
 *     would have ceased without them
 * @param since since when it held it; {@code at} when it began
 * @param holdings 1 when it begins, -1 when it ceases, 0 when that was charged before; the negative of it in a correction
 * @param booked 1 when what was held from {@code since} to {@code at} counts in the period in which the run ended; -1 in a correction
 * @param endedAt when the run ended, milliseconds since 1970; null when nothing is booked
 */
public record HoldingCharge(
        @Nullable Long submitted,
        String run,
        String user,
        String bank,
        long at,
        long since,
        int holdings,
        int booked,
        @Nullable Long endedAt,
        Held held) {

    /**
     * The time of processors and GPUs for which it was held, charged when it ceases; nothing when it begins, and when that was charged
     * before. The negative of it in a correction.
     */
    public Work time() {
        long millis = since < at ? -holdings * (at - since) : 0;
        return new Work(
                Sums.processorMicros(held.processors(), millis), Sums.processorMicros(held.gpus(), millis), 0, 0, 0, 0);
    }

    HoldingCharge negated() {
        return new HoldingCharge(submitted, run, user, bank, at, since, -holdings, -booked, endedAt, held);
    }

    /**
     * Adds what a job is charged that was {@code from}, or null, and is {@code to}, or null, from an instant on. What begins comes
     * first, so that nobody is left with less than nothing meanwhile.
     */
    static void change(@Nullable JobSnapshot from, @Nullable JobSnapshot to, long at, List<HoldingCharge> charges) {
        Held held = from == null ? null : from.held();
        Held next = to == null ? null : to.held();
        boolean ends = from != null && (to == null || to.endsRunOf(from));
        boolean isKept = !ends && Objects.equals(held, next);
        if (to != null && next != null && !isKept) {
            charges.add(of(to, at, at, 1, null, next));
        }
        if (from != null && held != null && !isKept) {
            charges.add(of(from, at, from.use().since(), -1, ends ? at : null, held));
        }
        if (from != null && ends) {
            for (RunUse.Part past : from.use().past()) {
                charges.add(of(from, past.until(), past.since(), 0, at, past.held()));
            }
        }
    }

    private static HoldingCharge of(
            JobSnapshot standing, long at, long since, int holdings, @Nullable Long endedAt, Held held) {
        return new HoldingCharge(
                standing.submitted(),
                standing.run(),
                standing.payer(),
                standing.facts().bank(),
                at,
                since,
                holdings,
                endedAt == null ? 0 : 1,
                endedAt,
                held);
    }
}
