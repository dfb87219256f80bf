package io.fairstream.rules.journal;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.Sums;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.decay.HalfLife;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Entry charged to an account. Entries add up, in any order; none is forgotten, none counts twice. */
public sealed interface Entry {
    /** True if a sanity limit made the charge smaller than what was reported. */
    default boolean isCapped() {
        return false;
    }

    /**
     * From an instant on, so much more or less is in use by a customer; by the direct members, if it is a group. Changes of the same use at
     * the same instant add up.
     *
     * @param isOfSubtree whether it is in use in a group's subtree, below its direct members
     * @param at milliseconds since 1970
     * @param resources change of the number of matches held
     * @param weight change of the slot weight held
     * @param since start of the match of which this is a part, milliseconds since 1970; a match that began before the customer was
     *     deleted does not count
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

        /** True of two changes that add up. */
        public boolean isOfSameUse(CustomerEntry other) {
            return other instanceof RateChange change
                    && change.isOfSubtree == isOfSubtree
                    && change.at == at
                    && change.since == since;
        }

        /** The sum of this and another change {@linkplain #isOfSameUse of the same use}. */
        public RateChange plus(RateChange other) {
            return new RateChange(isOfSubtree, at, Sums.add(resources, other.resources), weight + other.weight, since);
        }

        /** The change that undoes this one at another instant. */
        public RateChange opposite(long instant) {
            return new RateChange(isOfSubtree, instant, -resources, -weight, since);
        }
    }

    /**
     * An entry of a customer's account: a change of use, or an edit. Entries act in the order of their instants; at the same instant
     * edits act by kind and then by who decided, and changes of use act last.
     */
    interface CustomerEntry {
        /** The order in which entries act; entries that are equal in it act in the order of their arrival. */
        Comparator<CustomerEntry> ORDER = CustomerEntry::compareInOrder;

        /** The instant at which it acts, milliseconds since 1970. */
        long at();

        /** Position among the kinds of entries of the same instant. */
        int rank();

        /** The person who decided, or empty. */
        default String by() {
            return "";
        }

        /** Begin of what the entry is a part of, milliseconds since 1970. */
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

    /** Entry charged to an association or a bank. Entries add up, in any order; none is forgotten, none counts twice. */
    sealed interface AssociationEntry extends Entry {
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
        record Holding(long at, long since, int holdings, int booked, long endedAt, AllocatedResources held)
                implements AssociationEntry {
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
            public HostUsage time() {
                long millis = since < at ? -holdings * (at - since) : 0;
                return new HostUsage(
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
            public boolean isEmpty() {
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

    /** Entry charged to a job or a user. Entries add up, in any order; none is forgotten, none counts twice. */
    sealed interface UsageEntry extends Entry {
        /** Its instant, or the end of its interval, milliseconds since 1970. */
        long at();

        /**
         * From an instant on, so many more or fewer processors are allocated or reserved, and so much more or less of all else is held.
         *
         * @param at milliseconds since 1970
         * @param otherTres all that is held besides processors
         * @param userId of the user who pays
         */
        record Allocation(
                long at,
                int allocated,
                int reserved,
                Tres otherTres,
                @Nullable Long userId) implements UsageEntry {
            /** So much more than another one, for the same user. */
            public Allocation minus(Allocation less) {
                return new Allocation(
                        at,
                        allocated - less.allocated,
                        reserved - less.reserved,
                        otherTres.minus(less.otherTres),
                        userId);
            }

            public Allocation negated() {
                return new Allocation(at, -allocated, -reserved, otherTres.negated(), userId);
            }

            public boolean isEmpty() {
                return allocated == 0 && reserved == 0 && otherTres.isEmpty();
            }
        }

        /**
         * Usage over an interval; negative if taken back.
         *
         * @param from milliseconds since 1970
         * @param at end of the interval, milliseconds since 1970, after {@code from}
         * @param user whose sessions they were
         */
        record Usage(
                long from,
                long at,
                Amounts amounts,
                String user,
                @Nullable Long userId) implements UsageEntry {
            /** The same with the opposite of one quantity. */
            public Usage negated(Quantity quantity) {
                return new Usage(from, at, amounts.with(quantity, -amounts.get(quantity)), user, userId);
            }
        }

        /**
         * Statement of all that the job ledger knows of a job.
         *
         * @param at time of the job's newest event, milliseconds since 1970
         * @param firstSeen time of its first event, milliseconds since 1970
         * @param allocated change of the processors allocated from {@code at} on, if no other entry says it
         * @param reserved change of the processors reserved from {@code at} on, if no other entry says it
         * @param otherTres change of all else that is held from {@code at} on, if no other entry says it
         * @param isWithdrawn whether a late event showed that there is no such job
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
            /** The same without a change of the allocation. */
            public Statement without() {
                return new Statement(
                        at,
                        firstSeen,
                        0,
                        0,
                        Tres.EMPTY,
                        user,
                        userId,
                        bank,
                        partition,
                        memoryMiB,
                        runs,
                        isFinal,
                        isWithdrawn);
            }

            public Statement withdrawn() {
                return new Statement(
                        at, firstSeen, allocated, reserved, otherTres, user, userId, bank, partition, memoryMiB, runs,
                        isFinal, true);
            }
        }
    }

    /** Entry charged to a project's balances or a daily history. Days are numbered from 1970-01-01. */
    sealed interface HostUsageEntry extends Entry {
        /** The UTC day it is of; the newest of several. */
        long day();

        /** The first day it is about. */
        default long first() {
            return day();
        }

        /**
         * Work of an interval within one day; negative amounts take back.
         *
         * @param from milliseconds since 1970; of a sum the earliest
         * @param to milliseconds since 1970, after {@code from}; of a sum the latest
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

            /** All parts together. */
            public HostUsage sum() {
                return parts.stream().map(HostUsagePart::work).reduce(HostUsage.EMPTY, HostUsage::plus);
            }
        }

        /** Activity of a user: one of the user's hosts reported on the day. */
        record Seen(long day) implements HostUsageEntry {}

        /**
         * So many more count as active.
         *
         * @param day the newest on which one of them was seen
         * @param gained by day, those who count as active on it because of that
         */
        record ActiveChange(long day, SortedMap<Long, Active> gained) implements HostUsageEntry {
            @Override
            public long first() {
                return gained.isEmpty() ? day : Math.min(day, gained.firstKey());
            }
        }
    }

    /**
     * Work for one project and app.
     *
     * @param project empty for none, as in a sum over several
     * @param app empty for none
     * @param cut what was reported besides, and exceeds what the host can have done
     */
    record HostUsagePart(String project, String app, HostUsage work, HostUsage cut) {
        public HostUsagePart negated() {
            return new HostUsagePart(project, app, work.negated(), cut.negated());
        }

        /** The sum of both, for the same project and app. */
        public HostUsagePart plus(HostUsagePart other) {
            return new HostUsagePart(project, app, work.plus(other.work), cut.plus(other.cut));
        }

        public boolean isEmpty() {
            return work.isEmpty() && cut.isEmpty();
        }
    }
}
