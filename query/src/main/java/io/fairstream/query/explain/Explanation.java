package io.fairstream.query.explain;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Breakdown of a customer's real priority at an instant into parts that add up to it.
 *
 * <p>Between two applications of the floor the priority is linear in its parts. With {@code β = 2^(-Δ/h)} and {@code T} the instant:
 *
 * <pre>
 *   p(T) = Σ w·(β(T-b) - β(T-a))     each interval of use [a,b] of weight w, see {@link Interval#contribution}
 *        + v·β(T-s)                  a priority v set at s
 *        + 0.5·β(T-t0)               the floor at the begin t0 of the account
 *        + Σ c·β(T-t)                a lift to the floor by c at t
 * </pre>
 *
 * A set priority removes the past: earlier use, the initial floor and earlier lifts do not count. A deletion does so, too, and starts again
 * at the floor. Mutable: it can be moved to later instants.
 */
public final class Explanation<K> {
    private static final double EXACT = 1e-9;

    private final HalfLife halfLife;
    private long at;
    private AccountState state = AccountState.UNKNOWN;
    private double begun = RealPriority.FLOOR;
    private double lifted;
    private double set;
    private double earlier;
    private double weightedSetTo;
    private @Nullable Edit edit;
    private final List<Interval<K>> stretches;

    private Explanation(List<Charged<K>> uses, List<Edit> edits, HalfLife halfLife, long at) {
        this.halfLife = halfLife;
        this.at = at;
        List<CustomerEntry> entries = new ArrayList<>(edits);
        uses.forEach(charged -> entries.add(charged.use()));
        entries.removeIf(entry -> entry.at() > at);
        entries.sort(CustomerEntry.ORDER);
        entries.forEach(this::fold);
        advance(at);
        stretches = Interval.of(uses.stream()
                .filter(charged -> charged.use().at() <= at
                        && charged.use().since() >= state.cutoffs().deleted())
                .toList());
    }

    /**
     * Explains a customer at an instant.
     *
     * @param uses all charges, in any order
     * @param edits accepted edits, in any order
     * @param at milliseconds since 1970; later entries do not count
     */
    public static <K> Explanation<K> of(List<Charged<K>> uses, List<Edit> edits, HalfLife halfLife, long at) {
        return new Explanation<>(uses, edits, halfLife, at);
    }

    /**
     * Explains a customer of whom only the newer uses are known. A match of which only the end is known counts from {@code known} on, and
     * so does one entry for all open matches that are unknown. The rest is {@link #earlierLeft}, unless the floor has erased the past.
     *
     * @param uses all known charges, in any order
     * @param edits all accepted edits, in any order
     * @param known instant since which all uses are known, milliseconds since 1970
     * @param earlier names for matches that are only known to be open
     * @param published published numbers of the customer
     */
    public static <K> Explanation<K> ofWhatIsKept(
            List<Charged<K>> uses,
            List<Edit> edits,
            HalfLife halfLife,
            long known,
            Earlier<K> earlier,
            Published published) {
        List<Charged<K>> all = new ArrayList<>(uses);
        all.removeIf(charged -> charged.use().at() > published.at());
        all.addAll(Charged.missingBegins(all, known));
        AccountState kept = of(all, edits, halfLife, published.at()).state;
        long since = Math.min(known, published.at());
        int open = Sums.whole(published.resources() - kept.resourcesInUse());
        if (open > 0) {
            all.add(new Charged<>(
                    new RateChange(since, open, published.weight() - kept.weightInUse(), since), earlier.ofOwnUse()));
        }
        double below = published.below() - (kept.subtreeWeightInUse() - kept.weightInUse());
        if (below > EXACT * published.below()) {
            all.add(new Charged<>(new RateChange(true, since, 1, below, since), earlier.ofSubtree()));
        }
        Explanation<K> explained = of(all, edits, halfLife, published.at());
        explained.leaveTheRestToEarlier(published, known);
        return explained;
    }

    /** Names for use that is only known to be open: the customer's own use, and the use in a group's subtree. */
    public record Earlier<K>(K ofOwnUse, K ofSubtree) {}

    /**
     * Numbers of a customer as published.
     *
     * @param at milliseconds since 1970
     * @param resources resources in use; for a group, by its direct members
     * @param weight slot weight of these resources
     * @param below slot weight in use in a group's subtree, below its direct members
     */
    public record Published(long at, double realPriority, long resources, double weight, double below) {
        /** Returns true if the sum equals the published priority, except for rounding. */
        public boolean is(double sum) {
            return Math.abs(sum - realPriority) <= EXACT * realPriority;
        }
    }

    /**
     * Assigns the missing part to earlier use. If the floor had been active since {@code known}, it would have erased the earlier use and
     * all parts would add up; as they do not, the floor has lifted nothing since.
     */
    private void leaveTheRestToEarlier(Published published, long known) {
        double kept = set + stretches.stream().mapToDouble(this::contribution).sum();
        if (!published.is(sum())
                && published.realPriority() > kept
                && state.cutoffs().priority() < known) {
            earlier = published.realPriority() - kept;
            begun = 0;
            lifted = 0;
            state = state.withPriority(published.realPriority(), state.cutoffs());
        }
    }

    /** Moves to a later instant without further entries. */
    public void moveOn(long later) {
        advance(later);
        at = later;
    }

    private void fold(CustomerEntry entry) {
        advance(entry.at());
        state = state.after(entry, halfLife);
        if (entry instanceof Edit now) {
            folded(now);
        }
    }

    private void folded(Edit now) {
        Edit.Change change = now.edit();
        if (change instanceof Edit.SetPriority) {
            begin(0, state.priority(), now);
        } else if (change instanceof Edit.Delete) {
            begin(RealPriority.FLOOR, 0, null);
        }
        if (change instanceof Edit.SetAccumulatedUsage set) {
            weightedSetTo = set.weightedAccumulatedUsage();
        } else if (change instanceof Edit.ResetUsage || change instanceof Edit.Delete) {
            weightedSetTo = 0;
        }
    }

    private void begin(double onFloor, double value, @Nullable Edit by) {
        begun = onFloor;
        lifted = 0;
        set = value;
        edit = by;
    }

    private void advance(long instant) {
        long millis = state.asOf() == AccountState.NEVER ? 0 : Math.max(0, instant - state.asOf());
        double beta = halfLife.beta(millis);
        double unlifted = state.priority() * beta + state.subtreeWeightInUse() * halfLife.oneMinusBeta(millis);
        begun *= beta;
        set *= beta;
        earlier *= beta;
        lifted = lifted * beta + Math.max(0, RealPriority.FLOOR - unlifted);
        state = state.at(instant, halfLife);
    }

    /** The instant of the explanation, milliseconds since 1970. */
    public long at() {
        return at;
    }

    /** The customer's state at the instant, as in its account. */
    public AccountState state() {
        return state;
    }

    /** Intervals of use that count for the priority, the usages, or both. */
    public List<Interval<K>> stretches() {
        return stretches;
    }

    /** Computes the amount that an interval or a part of it adds to the real priority. */
    public double contribution(Interval<K> stretch) {
        return stretch.between(state.cutoffs().priority(), at).contribution(at, halfLife);
    }

    /** Computes the resource-milliseconds of an interval or a part of it since the last reset. */
    public long resourceMillis(Interval<K> stretch) {
        return stretch.between(state.cutoffs().usage(), at).resourceMillis(at);
    }

    /** Computes slot weight x milliseconds of an interval or a part of it since the last reset or set value. */
    public double weightedMillis(Interval<K> stretch) {
        return stretch.between(state.cutoffs().weighted(), at).weightedMillis(at);
    }

    /** The edit that set the priority at which the explanation starts, or null if none did. */
    public @Nullable Edit setBy() {
        return edit;
    }

    /** Part of the set priority that is left at the instant. */
    public double setLeft() {
        return set;
    }

    /** Part of the priority from before the known entries that is left at the instant. */
    public double earlierLeft() {
        return earlier;
    }

    /** The weighted usage set by an edit, to which the usage of the intervals is added, slot weight x seconds; 0 if none was set. */
    public double weightedSetTo() {
        return weightedSetTo;
    }

    /** Part of the initial floor of the account that is left. */
    public double begunLeft() {
        return begun;
    }

    /** Part of the floor's lifts that is left at the instant. */
    public double liftedLeft() {
        return lifted;
    }

    /** The sum of all parts: the real priority. */
    public double sum() {
        return DoubleStream.concat(
                        DoubleStream.of(set, begun, lifted, earlier),
                        stretches.stream().mapToDouble(this::contribution))
                .sum();
    }

    /**
     * An interval of constant use by one match.
     *
     * @param of name of the match
     * @param from begin, milliseconds since 1970
     * @param until end, milliseconds since 1970, or {@link #OPEN}
     * @param resources in use during the interval
     * @param weight slot weight in use during the interval
     * @param isOwn whether it is the customer's own use; use by others in a group's subtree counts for the priority only
     */
    public record Interval<K>(K of, long from, long until, long resources, double weight, boolean isOwn) {
        /** No end so far. */
        public static final long OPEN = Long.MAX_VALUE;

        /** Combines entries into intervals of use; corrections cancel out. A match has one interval, unless its weight was corrected. */
        static <K> List<Interval<K>> of(List<Charged<K>> entries) {
            Map<K, List<RateChange>> byMatch = new LinkedHashMap<>();
            for (Charged<K> entry : entries) {
                byMatch.computeIfAbsent(entry.of(), match -> new ArrayList<>(2)).add(entry.use());
            }
            List<Interval<K>> stretches = new ArrayList<>(byMatch.size());
            byMatch.forEach((match, uses) -> add(match, uses, stretches));
            return stretches;
        }

        private static <K> void add(K match, List<RateChange> uses, List<Interval<K>> stretches) {
            uses.sort(Comparator.comparingLong(RateChange::at));
            long resources = 0;
            double weight = 0;
            for (int i = 0; i < uses.size(); i++) {
                resources += uses.get(i).resources();
                weight = resources == 0 ? 0 : weight + uses.get(i).weight();
                long from = uses.get(i).at();
                long until = i + 1 < uses.size() ? uses.get(i + 1).at() : OPEN;
                if (resources != 0 && until > from) {
                    stretches.add(new Interval<>(
                            match, from, until, resources, weight, !uses.get(i).isOfSubtree()));
                }
            }
        }

        public boolean isOpen() {
            return until == OPEN;
        }

        /** Returns the part of the interval between two instants; it has length zero if they do not overlap. */
        public Interval<K> between(long begin, long end) {
            long first = Math.max(from, begin);
            return new Interval<>(of, first, Math.max(first, Math.min(until, end)), resources, weight, isOwn);
        }

        /**
         * Computes the contribution to the real priority at an instant: {@code w·(β(T-b) - β(T-a))} over {@code [a,b]}.
         *
         * @param at T, milliseconds; later use does not count
         */
        public double contribution(long at, HalfLife halfLife) {
            long end = Math.min(until, at);
            return end <= from ? 0 : weight * halfLife.beta(at - end) * halfLife.oneMinusBeta(end - from);
        }

        /** Computes the resource-milliseconds up to an instant that count for the usage. */
        public long resourceMillis(long at) {
            return isOwn ? Sums.product(resources, millis(at)) : 0;
        }

        /** Computes slot weight x milliseconds up to an instant that count for the usage. */
        public double weightedMillis(long at) {
            return isOwn ? weight * millis(at) : 0;
        }

        private long millis(long at) {
            return Math.max(0, Math.min(until, at) - from);
        }
    }

    /**
     * A change of use and the name of its match.
     *
     * @param of name of the match, shared by all its entries, corrections included, and by no others; a group's own use and the use of its
     *     subtree have different names
     * @param <K> type of the names, with {@code equals}
     */
    public record Charged<K>(RateChange use, K of) {
        /**
         * Computes begins for matches with an end but without a begin, as in a journal whose older part is no longer stored. The weight
         * comes from the end.
         *
         * @param known instant since which all entries are known, milliseconds since 1970; earlier matches count from this instant on
         */
        static <K> List<Charged<K>> missingBegins(List<Charged<K>> entries, long known) {
            Map<K, RateChange> sums = new LinkedHashMap<>();
            for (Charged<K> entry : entries) {
                if (entry.use().since() < known) {
                    sums.merge(entry.of(), entry.use(), RateChange::plus);
                }
            }
            return sums.entrySet().stream()
                    .filter(sum -> sum.getValue().resources() < 0)
                    .map(sum -> new Charged<>(sum.getValue().opposite(known), sum.getKey()))
                    .toList();
        }
    }
}
