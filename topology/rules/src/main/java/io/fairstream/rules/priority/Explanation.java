package io.fairstream.rules.priority;

import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import io.fairstream.rules.journal.CustomerEntry;
import io.fairstream.rules.journal.RateChange;
import java.util.ArrayList;
import java.util.List;
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
    private AccountState standing = AccountState.UNKNOWN;
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
                        && charged.use().since() >= standing.cutoffs().deleted())
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
        AccountState kept = of(all, edits, halfLife, published.at()).standing;
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
                && standing.cutoffs().priority() < known) {
            earlier = published.realPriority() - kept;
            begun = 0;
            lifted = 0;
            standing = standing.withPriority(published.realPriority(), standing.cutoffs());
        }
    }

    /** Moves on to a later instant, if nothing more happens. */
    public void moveOn(long later) {
        advance(later);
        at = later;
    }

    private void fold(CustomerEntry entry) {
        advance(entry.at());
        standing = standing.after(entry, halfLife);
        if (entry instanceof Edit.SetPriority now) {
            begin(0, standing.priority(), now);
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
        long millis = standing.asOf() == AccountState.NEVER ? 0 : Math.max(0, instant - standing.asOf());
        double beta = halfLife.beta(millis);
        double unlifted = standing.priority() * beta + standing.subtreeWeightInUse() * halfLife.oneMinusBeta(millis);
        begun *= beta;
        set *= beta;
        earlier *= beta;
        lifted = lifted * beta + Math.max(0, RealPriority.FLOOR - unlifted);
        standing = standing.at(instant, halfLife);
    }

    /** The instant, milliseconds since 1970. */
    public long at() {
        return at;
    }

    /** The customer's standing at the instant, as its account has it. */
    public AccountState standing() {
        return standing;
    }

    /** The stretches of use that count, for the priority, the usages, or both. */
    public List<Interval<K>> stretches() {
        return stretches;
    }

    /** Computes the amount that a stretch or a part of it adds to the real priority. */
    public double contribution(Interval<K> stretch) {
        return stretch.between(standing.cutoffs().priority(), at).contribution(at, halfLife);
    }

    /** Resource-milliseconds of a stretch or of a part of it since the last reset. */
    public long resourceMillis(Interval<K> stretch) {
        return stretch.between(standing.cutoffs().usage(), at).resourceMillis(at);
    }

    /** Slot weight x milliseconds of a stretch or of a part of it since the last reset or set value. */
    public double weightedMillis(Interval<K> stretch) {
        return stretch.between(standing.cutoffs().weighted(), at).weightedMillis(at);
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
}
