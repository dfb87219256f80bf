package io.fairstream.rules.journal;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Spending;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.decay.HalfLife;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Entry charged to an account. Entries add up, in any order; none is lost or counted twice. */
public sealed interface Entry {
    /** True if a sanity limit made the charge smaller than what was reported. */
    default boolean isCapped() {
        return false;
    }

    /** True if the entry changes nothing. */
    default boolean isEmpty() {
        return false;
    }

    /**
     * Change of a customer's use from an instant on; for a group, of the use by its direct members. Changes of the same use at the same
     * instant add up.
     *
     * @param isOfSubtree whether the use is in a group's subtree, below its direct members
     * @param at milliseconds since 1970
     * @param resources change of the number of matches held
     * @param weight change of the slot weight held
     * @param since start of the match, milliseconds since 1970; a match that began before the customer was deleted does not count
     */
    record RateChange(boolean isOfSubtree, long at, int resources, double weight, long since)
            implements Entry, CustomerEntry {
        /** A change of the customer's own use, which is the use by the direct members of a group. */
        public RateChange(long at, int resources, double weight, long since) {
            this(false, at, resources, weight, since);
        }

        @Override
        public int rank() {
            return isOfSubtree ? Integer.MAX_VALUE : Integer.MAX_VALUE - 1;
        }

        @Override
        public boolean isEmpty() {
            return resources == 0 && weight == 0;
        }

        /** Returns true if two changes can be added up. */
        public boolean isOfSameUse(CustomerEntry other) {
            return other instanceof RateChange change
                    && change.isOfSubtree == isOfSubtree
                    && change.at == at
                    && change.since == since;
        }

        /** Returns the sum of this and another change {@linkplain #isOfSameUse of the same use}. */
        public RateChange plus(RateChange other) {
            return new RateChange(isOfSubtree, at, Sums.add(resources, other.resources), weight + other.weight, since);
        }

        /** Returns the change that undoes this one at another instant. */
        public RateChange opposite(long instant) {
            return new RateChange(isOfSubtree, instant, -resources, -weight, since);
        }
    }

    /**
     * An entry of a customer's account: a change of use, or an edit. Entries are applied in the order of their instants; at the same
     * instant edits are ordered by kind and then by author, and changes of use come last.
     */
    interface CustomerEntry {
        /** Order of entries; equal entries are applied in the order of arrival. */
        Comparator<CustomerEntry> ORDER = CustomerEntry::compareInOrder;

        /** The instant from which the entry applies, milliseconds since 1970. */
        long at();

        /** Position of the kind among entries of the same instant. */
        int rank();

        /** The author of the decision, or empty. */
        default String by() {
            return "";
        }

        /** Begin of the match that the entry belongs to, milliseconds since 1970. */
        default long since() {
            return at();
        }

        private static int compareInOrder(CustomerEntry one, CustomerEntry other) {
            int order = Long.compare(one.at(), other.at());
            if (order == 0) {
                order = Integer.compare(one.rank(), other.rank());
            }
            if (order == 0) {
                order = one.by().compareTo(other.by());
            }
            return order == 0 ? Long.compare(one.since(), other.since()) : order;
        }
    }

    /** Entry charged to an association or a bank. */
    sealed interface AssociationEntry extends Entry {
        /**
         * Begin or end of an allocation of a user's job, or the end of its run.
         *
         * @param at time of the change, milliseconds since 1970; for an entry that is only booked, {@code since} plus the duration
         * @param since begin of the allocation, milliseconds since 1970; {@code at} if it began now
         * @param holdings change of the number of holdings
         * @param booked factor of the usage from {@code since} to {@code at} in the period of {@code endedAt}: 1, 0, or -1 in a correction
         * @param endedAt end of the run, milliseconds since 1970; undefined if nothing is booked
         */
        record Holding(long at, long since, int holdings, int booked, long endedAt, AllocatedResources held)
                implements AssociationEntry {
            /** Newest instant in the entry, milliseconds since 1970. */
            public long newest() {
                return booked == 0 ? at : Math.max(at, endedAt);
            }

            public Holding negated() {
                return new Holding(at, since, -holdings, -booked, endedAt, held);
            }

            /**
             * Returns the time of the processors and GPUs, charged at the end of the allocation; nothing at the begin, or if the time was
             * charged before. Negative in a correction.
             */
            public HostUsage time() {
                long millis = since < at ? -holdings * (at - since) : 0;
                long cpuMicros = Sums.processorMicros(held.processors(), millis);
                return new HostUsage(cpuMicros, Sums.processorMicros(held.gpus(), millis), 0, 0, 0, 0);
            }

            /**
             * Splits what was held by UTC days, charged at the end of the allocation as {@link #time}: none at its begin, negative in a
             * correction. What was held more than {@link UtcDays#LONGEST} before the end counts on the first of these days.
             *
             * @param tariff charge per second for the resources held
             */
            public List<BudgetSpent> spending(ToDoubleFunction<AllocatedResources> tariff) {
                if (since >= at || holdings == 0) {
                    return List.of();
                }
                double perSecond = tariff.applyAsDouble(held);
                List<BudgetSpent> days = new ArrayList<>(2);
                long begin = Math.max(since, at - UtcDays.LONGEST.toMillis());
                long heldSince = since;
                while (heldSince < at) {
                    long end = Math.min(at, (UtcDays.day(begin) + 1) * UtcDays.MILLIS);
                    Spending spent = Spending.of(held, perSecond, Sums.product(-holdings, end - heldSince));
                    days.add(new BudgetSpent(begin, end, spent));
                    begin = end;
                    heldSince = end;
                }
                return days;
            }
        }

        /**
         * Change of a bank's subtree.
         *
         * @param terms name of the terms of the sums
         * @param at instant of the sums, milliseconds since 1970
         * @param holdings change of the number of holdings
         * @param weight change of the usage rate from then on, node-seconds per second
         * @param smooth change of the smooth usage at that instant, node-seconds
         * @param units change of the usage of all finished runs, units
         * @param periods change of the units by period, for periods that still count
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

            @Override
            public boolean isEmpty() {
                return holdings == 0 && weight == 0 && smooth == 0 && units == 0 && periods.isEmpty();
            }

            public Subtree negated() {
                Map<Long, Long> less = new HashMap<>();
                periods.forEach((period, more) -> less.put(period, -more));
                return new Subtree(terms, halfLife, at, -holdings, -weight, -smooth, -units, less);
            }
        }
    }

    /** Entry charged to a job or a user. */
    sealed interface UsageEntry extends Entry {
        /** The instant of the entry, or the end of its interval, milliseconds since 1970. */
        long at();

        /**
         * Change of processors allocated or reserved, and of other resources held, from an instant on.
         *
         * @param at milliseconds since 1970
         * @param otherTres change of the resources held other than processors
         * @param userId number of the user who pays
         */
        record Allocation(
                long at,
                int allocated,
                int reserved,
                Tres otherTres,
                @Nullable Long userId) implements UsageEntry {
            /** Returns the difference to another allocation of the same user. */
            public Allocation minus(Allocation less) {
                Tres other = otherTres.minus(less.otherTres);
                return new Allocation(at, allocated - less.allocated, reserved - less.reserved, other, userId);
            }

            public Allocation negated() {
                return new Allocation(at, -allocated, -reserved, otherTres.negated(), userId);
            }

            @Override
            public boolean isEmpty() {
                return allocated == 0 && reserved == 0 && otherTres.isEmpty();
            }
        }

        /**
         * Usage over an interval; negative if taken back.
         *
         * @param from milliseconds since 1970
         * @param at end of the interval, milliseconds since 1970, after {@code from}
         */
        record Usage(
                long from,
                long at,
                Amounts amounts,
                String user,
                @Nullable Long userId) implements UsageEntry {
            public Usage negated(Quantity quantity) {
                return new Usage(from, at, amounts.with(quantity, -amounts.get(quantity)), user, userId);
            }
        }

        /**
         * Statement of everything that the job ledger knows about a job.
         *
         * @param at time of the job's newest event, milliseconds since 1970
         * @param firstSeen time of its first event, milliseconds since 1970
         * @param allocated change of the processors allocated from {@code at} on, if no other entry contains it
         * @param reserved change of the processors reserved from {@code at} on, if no other entry contains it
         * @param otherTres change of the other resources held from {@code at} on, if no other entry contains it
         * @param isWithdrawn whether a late event showed that the job does not exist
         */
        record Statement(
                long at,
                long firstSeen,
                int allocated,
                int reserved,
                Tres otherTres,
                String user,
                @Nullable Long userId,
                String bank,
                String partition,
                @Nullable Long memoryMiB,
                int runs,
                boolean isFinal,
                boolean isWithdrawn)
                implements UsageEntry {
            /** Returns the same statement without a change of the allocation. */
            public Statement without() {
                return with(0, 0, Tres.EMPTY, isWithdrawn);
            }

            public Statement withdrawn() {
                return with(allocated, reserved, otherTres, true);
            }

            private Statement with(int allocated, int reserved, Tres otherTres, boolean isWithdrawn) {
                return new Statement(
                        at,
                        firstSeen,
                        allocated,
                        reserved,
                        otherTres,
                        user,
                        userId,
                        bank,
                        partition,
                        memoryMiB,
                        runs,
                        isFinal,
                        isWithdrawn);
            }
        }
    }

    /** Entry charged to a project's balances or a daily history. Days are numbered from 1970-01-01. */
    sealed interface HostUsageEntry extends Entry {
        /** The UTC day of the entry; the newest of several. */
        long day();

        default long first() {
            return day();
        }

        /**
         * Work of an interval within one day; negative amounts take back work.
         *
         * @param from milliseconds since 1970; for a sum the earliest
         * @param to milliseconds since 1970, after {@code from}; for a sum the latest
         */
        record Done(long from, long to, List<HostUsagePart> parts) implements HostUsageEntry {
            @Override
            public long day() {
                return UtcDays.day(from);
            }

            @Override
            public boolean isCapped() {
                return parts.stream().anyMatch(part -> !part.cut().isEmpty());
            }

            @Override
            public boolean isEmpty() {
                return parts.stream().allMatch(HostUsagePart::isEmpty);
            }

            public HostUsage sum() {
                return parts.stream().map(HostUsagePart::work).reduce(HostUsage.EMPTY, HostUsage::plus);
            }
        }

        /** Activity of a user: one of the user's hosts reported on the day. */
        record Seen(long day) implements HostUsageEntry {}

        /** Change of the numbers of active hosts and users by day; {@code day} is the newest on which one of them was seen. */
        record ActiveChange(long day, SortedMap<Long, Active> gained) implements HostUsageEntry {
            @Override
            public long first() {
                return gained.isEmpty() ? day : Math.min(day, gained.firstKey());
            }
        }
    }

    /**
     * Resources that jobs of a bank, or of a user in it, held within one UTC day; negative amounts take back what was charged before.
     *
     * @param from milliseconds since 1970; for a sum the earliest
     * @param to milliseconds since 1970, after {@code from}; for a sum the latest
     */
    record BudgetSpent(long from, long to, Spending spent) implements Entry {
        @Override
        public boolean isEmpty() {
            return spent.isEmpty();
        }
    }

    /**
     * Work for one project and app.
     *
     * @param project empty for none, as in a sum over several projects
     * @param app empty for none
     * @param cut reported work above the capacity of the host
     */
    record HostUsagePart(String project, String app, HostUsage work, HostUsage cut) {
        public HostUsagePart negated() {
            return new HostUsagePart(project, app, work.negated(), cut.negated());
        }

        /** Returns the sum of both, for the same project and app. */
        public HostUsagePart plus(HostUsagePart other) {
            return new HostUsagePart(project, app, work.plus(other.work), cut.plus(other.cut));
        }

        public boolean isEmpty() {
            return work.isEmpty() && cut.isEmpty();
        }
    }
}
