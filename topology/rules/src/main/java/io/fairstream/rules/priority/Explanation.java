package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Why a customer's real priority is what it is at an instant: parts that add up to it.
 *
 * <p>Between two clamps the priority is linear in what it is made of, so with {@code β = 2^(-Δ/h)} and {@code T} the instant:
 *
 * <pre>
 *   p(T) = Σ w·(β(T-b) - β(T-a))     each stretch of use [a,b] of weight w, see {@link Interval#contribution}
 *        + v·β(T-s)                  a priority v set at s
 *        + 0.5·β(T-t0)               the floor on which the account began at t0
 *        + Σ c·β(T-t)                what the floor lifted it by, c at t
 * </pre>
 *
 * A set priority cuts the past off: what was used before it, the begin and earlier lifts are no part. A deletion does so, too, and
 * begins anew. Mutable: it can be moved on.
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
    private Edit.@Nullable SetPriority edit;
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
     * @param uses all that was charged, in any order
     * @param edits those that were accepted, in any order
     * @param at milliseconds since 1970; what comes later does not count
     */
    public static <K> Explanation<K> of(List<Charged<K>> uses, List<Edit> edits, HalfLife halfLife, long at) {
        return new Explanation<>(uses, edits, halfLife, at);
    }

    /**
     * Explains a customer of whose uses only the newer ones are known. Matches that are known by their ends only count from
     * then on, and so does one that stands for those still open of which nothing is known. What is left is {@link #earlierLeft},
     * unless the floor has made the past forgotten.
     *
     * @param uses all that is known, in any order
     * @param edits all that were accepted, in any order
     * @param known since when all uses are known, milliseconds since 1970
     * @param earlier names what is only known to be open
     * @param published the numbers at {@code at}, from elsewhere
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

    /** Names for what is only known to be open: the customer's own use, and that in a group's subtree. */
    public record Earlier<K>(K ofOwnUse, K ofSubtree) {}

    /**
     * Numbers of a customer as published.
     *
     * @param at milliseconds since 1970
     * @param resources in use, of a group by its direct members
     * @param weight slot weight of these
     * @param below slot weight in use further down in a group's subtree
     */
    public record Published(long at, double realPriority, long resources, double weight, double below) {
        /** Returns true if both are the same but for rounding. */
        public boolean is(double sum) {
            return Math.abs(sum - realPriority) <= EXACT * realPriority;
        }
    }

    /**
     * Had the floor acted since all is known, it would have made what was before forgotten, and all would add up; as it does
     * not, the floor has lifted nothing since.
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

    /** Moves on to a later instant, if nothing more happens. */
    public void moveOn(long later) {
        advance(later);
        at = later;
    }

    private void fold(CustomerEntry entry) {
        advance(entry.at());
        state = state.after(entry, halfLife);
        if (entry instanceof Edit.SetPriority now) {
            begin(0, state.priority(), now);
        } else if (entry instanceof Edit.Delete) {
            begin(RealPriority.FLOOR, 0, null);
        }
        if (entry instanceof Edit.SetAccumulatedUsage now) {
            weightedSetTo = now.weightedSeconds();
        } else if (entry instanceof Edit.ResetUsage || entry instanceof Edit.Delete) {
            weightedSetTo = 0;
        }
    }

    private void begin(double onFloor, double value, Edit.@Nullable SetPriority by) {
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

    /** The instant, milliseconds since 1970. */
    public long at() {
        return at;
    }

    /** The customer's state at the instant, as its account has it. */
    public AccountState state() {
        return state;
    }

    /** The stretches of use that count, for the priority, the usages, or both. */
    public List<Interval<K>> stretches() {
        return stretches;
    }

    /** Computes the amount that a stretch or a part of it adds to the real priority. */
    public double contribution(Interval<K> stretch) {
        return stretch.between(state.cutoffs().priority(), at).contribution(at, halfLife);
    }

    /** Resource-milliseconds of a stretch or of a part of it since the last reset. */
    public long resourceMillis(Interval<K> stretch) {
        return stretch.between(state.cutoffs().usage(), at).resourceMillis(at);
    }

    /** Slot weight x milliseconds of a stretch or of a part of it since the last reset or set value. */
    public double weightedMillis(Interval<K> stretch) {
        return stretch.between(state.cutoffs().weighted(), at).weightedMillis(at);
    }

    /** The edit that set the priority on which it is built, or null if none did. */
    public Edit.@Nullable SetPriority setBy() {
        return edit;
    }

    /** Part of the set priority that is left. */
    public double setLeft() {
        return set;
    }

    /** Part of the priority from before the known entries that is left. */
    public double earlierLeft() {
        return earlier;
    }

    /** The weighted usage that was set and on which that of the stretches is added, slot weight x seconds; 0 if none was. */
    public double weightedSetTo() {
        return weightedSetTo;
    }

    /** Part of the floor with which the account began that is left. */
    public double begunLeft() {
        return begun;
    }

    /** Part of the amount by which the floor lifted the priority that is left. */
    public double liftedLeft() {
        return lifted;
    }

    /** All parts added up: the real priority. */
    public double sum() {
        return DoubleStream.concat(
                        DoubleStream.of(set, begun, lifted, earlier),
                        stretches.stream().mapToDouble(this::contribution))
                .sum();
    }

    /**
     * A stretch of constant use by one match.
     *
     * @param of names the match
     * @param from when it begins, milliseconds since 1970
     * @param until when it ends, milliseconds since 1970, or {@link #OPEN}
     * @param resources in use all along
     * @param weight slot weight in use all along
     * @param isOwn whether it is the customer's use; in a group's subtree it is others', which moves the priority only
     */
    public record Interval<K>(K of, long from, long until, long resources, double weight, boolean isOwn) {
        /** No end yet. */
        public static final long OPEN = Long.MAX_VALUE;

        /** The stretches that the entries make up, corrections cancelled out. A match has one, unless its weight was corrected. */
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

        /** The part of it between two instants; of no length where it has none there. */
        public Interval<K> between(long begin, long end) {
            long first = Math.max(from, begin);
            return new Interval<>(of, first, Math.max(first, Math.min(until, end)), resources, weight, isOwn);
        }

        /**
         * Computes the contribution to the real priority at an instant: {@code w·(β(T-b) - β(T-a))} over {@code [a,b]}.
         *
         * @param at T, milliseconds; what comes later does not count
         */
        public double contribution(long at, HalfLife halfLife) {
            long end = Math.min(until, at);
            return end <= from ? 0 : weight * halfLife.beta(at - end) * halfLife.oneMinusBeta(end - from);
        }

        /** Resource-milliseconds up to an instant that count for the usage. */
        public long resourceMillis(long at) {
            return isOwn ? Sums.product(resources, millis(at)) : 0;
        }

        /** Slot weight x milliseconds up to an instant that count for the usage. */
        public double weightedMillis(long at) {
            return isOwn ? weight * millis(at) : 0;
        }

        private long millis(long at) {
            return Math.max(0, Math.min(until, at) - from);
        }
    }

    /**
     * A change of use and what it is of.
     *
     * @param of names the match; all entries of a match, corrections included, name the same, and no others do; a group's own use
     *     and that of its subtree are told apart
     * @param <K> a name with {@code equals}
     */
    public record Charged<K>(RateChange use, K of) {
        /**
         * The begins that are missing, of matches whose end is there and whose begin is not, as in a journal of which the older part
         * is no longer kept. The end says what the match weighed.
         *
         * @param known since when all entries are there, milliseconds since 1970; what began before counts from then on
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
