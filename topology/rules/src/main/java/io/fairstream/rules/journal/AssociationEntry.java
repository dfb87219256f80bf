package io.fairstream.rules.journal;

import io.fairstream.rules.Held;
import io.fairstream.rules.Sums;
import io.fairstream.rules.Work;
import io.fairstream.rules.decay.HalfLife;
import java.util.HashMap;
import java.util.Map;

/** Entry charged to an association or a bank. Entries add up, in any order; none is forgotten, none counts twice. */
public sealed interface AssociationEntry extends Entry {
    /**
     * A job of the user began or ceased to hold something, or its run ended.
     *
     * @param at when, milliseconds since 1970; of what is only booked, {@code since} plus how long it was held
     * @param since since when it held this, milliseconds since 1970; {@code at} when it began
     * @param holdings how many holdings more
     * @param booked how often what was held from {@code since} to {@code at} counts in the period of {@code endedAt}: 1, 0, or
     *     -1 in a correction
     * @param endedAt when the run ended, milliseconds since 1970; meaningless when nothing is booked
     */
    record Holding(long at, long since, int holdings, int booked, long endedAt, Held held) implements AssociationEntry {
        /** The newest instant it speaks of, milliseconds since 1970. */
        public long newest() {
            return booked == 0 ? at : Math.max(at, endedAt);
        }

        public Holding negated() {
            return new Holding(at, since, -holdings, -booked, endedAt, held);
        }

        /**
         * The time of processors and GPUs for which it was held, charged when it ceases; nothing when it begins, and when that was
         * charged before. The negative of it in a correction.
         */
        public Work time() {
            long millis = since < at ? -holdings * (at - since) : 0;
            return new Work(
                    Sums.processorMicros(held.processors(), millis),
                    Sums.processorMicros(held.gpus(), millis),
                    0,
                    0,
                    0,
                    0);
        }
    }

    /**
     * A bank's subtree changed.
     *
     * @param terms the name of those under which it was summed
     * @param halfLife of these
     * @param at the instant at which the sums hold, milliseconds since 1970
     * @param holdings how many holdings more
     * @param weight how much more is used each second from then on, node-seconds per second
     * @param smooth how much more the smooth usage is then, node-seconds
     * @param units how much more all finished runs used
     * @param periods units more by period, of those that count still
     */
    record Subtree(
            String terms,
            HalfLife halfLife,
            long at,
            long holdings,
            double weight,
            double smooth,
            long units,
            Map<Long, Long> periods)
            implements AssociationEntry {
        public Subtree {
            periods = Map.copyOf(periods);
        }

        /** True if the entry changes nothing. */
        public boolean isNothing() {
            return holdings == 0 && weight == 0 && smooth == 0 && units == 0 && periods.isEmpty();
        }

        /** Returns the entry that takes this one back. */
        public Subtree negated() {
            Map<Long, Long> less = new HashMap<>();
            periods.forEach((period, more) -> less.put(period, -more));
            return new Subtree(terms, halfLife, at, -holdings, -weight, -smooth, -units, less);
        }
    }
}
