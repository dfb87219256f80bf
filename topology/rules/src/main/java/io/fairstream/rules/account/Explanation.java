package io.fairstream.rules.account;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
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
 *   p(T) = Σ w·(β(T-b) - β(T-a))     each stretch of use [a,b] of weight w, see {@link Stretch#contribution}
 *        + v·β(T-s)                  a priority v set at s
 *        + 0.5·β(T-t0)               the floor on which the account began at t0
 *        + Σ c·β(T-t)                what the floor lifted it by, c at t
 * </pre>
 *
 * A set priority cuts the past off: what was used before it, the begin and earlier lifts are no part. A deletion does so, too, and
 * begins anew.
 */
public final class Explanation<K> {
    private final HalfLife halfLife;
    private final long at;
    private final Standing standing = new Standing();
    private double begun = RealPriority.FLOOR;
    private double lifted;
    private double set;
    private Entry.@Nullable SetPriority edit;
    private final List<Stretch<K>> stretches;

    private Explanation(List<Charged<K>> uses, List<Entry> edits, HalfLife halfLife, long at) {
        this.halfLife = halfLife;
        this.at = at;
        List<Entry> entries = new ArrayList<>(edits);
        uses.forEach(charged -> entries.add(charged.use()));
        entries.removeIf(entry -> entry.at() > at);
        entries.sort(Entry.ORDER);
        entries.forEach(this::fold);
        if (!entries.isEmpty()) {
            advance(at);
        }
        stretches = Stretch.of(uses.stream()
                .filter(charged -> charged.use().at() <= at && charged.use().since() >= standing.deleted)
                .toList());
    }

    /**
     * Explains a customer at an instant.
     *
     * @param uses all that was charged, in any order
     * @param edits those that were accepted, in any order
     * @param at milliseconds since 1970; what comes later does not count
     */
    public static <K> Explanation<K> of(List<Charged<K>> uses, List<Entry> edits, HalfLife halfLife, long at) {
        return new Explanation<>(uses, edits, halfLife, at);
    }

    private void fold(Entry entry) {
        advance(entry.at());
        entry.fold(standing, halfLife);
        if (entry instanceof Entry.SetPriority now) {
            begin(0, standing.priority, now);
        } else if (entry instanceof Entry.Delete) {
            begin(RealPriority.FLOOR, 0, null);
        }
    }

    private void begin(double onFloor, double value, Entry.@Nullable SetPriority by) {
        begun = onFloor;
        lifted = 0;
        set = value;
        edit = by;
    }

    private void advance(long instant) {
        if (standing.asOf == Standing.NEVER || instant <= standing.asOf) {
            return;
        }
        long millis = instant - standing.asOf;
        double beta = halfLife.beta(millis);
        double unlifted = standing.priority * beta + standing.weightInUse() * halfLife.oneMinusBeta(millis);
        begun *= beta;
        set *= beta;
        lifted = lifted * beta + Math.max(0, RealPriority.FLOOR - unlifted);
        standing.advance(instant, halfLife);
    }

    /** The instant, milliseconds since 1970. */
    public long at() {
        return at;
    }

    /** The customer's standing at the instant, as its account has it. */
    public Standing standing() {
        return standing;
    }

    /** The stretches of use that count, for the priority, the usages, or both. */
    public List<Stretch<K>> stretches() {
        return stretches;
    }

    /** What a stretch or a part of it adds to the real priority. */
    public double contribution(Stretch<K> stretch) {
        return stretch.between(standing.prioritySet, at).contribution(at, halfLife);
    }

    /** Resource-milliseconds of a stretch or of a part of it since the last reset. */
    public long resourceMillis(Stretch<K> stretch) {
        return stretch.between(standing.usageSet, at).resourceMillis(at);
    }

    /** Slot weight x milliseconds of a stretch or of a part of it since the last reset or set value. */
    public double weightedMillis(Stretch<K> stretch) {
        return stretch.between(standing.weightedSet, at).weightedMillis(at);
    }

    /** The edit that set the priority on which it is built, or null if none did. */
    public Entry.@Nullable SetPriority setBy() {
        return edit;
    }

    /** What is left of the priority that was set. */
    public double setLeft() {
        return set;
    }

    /** What is left of the floor on which the account began. */
    public double begunLeft() {
        return begun;
    }

    /** What is left of what the floor lifted the priority by. */
    public double liftedLeft() {
        return lifted;
    }

    /** All parts added up: the real priority. */
    public double sum() {
        return DoubleStream.concat(
                        DoubleStream.of(set, begun, lifted), stretches.stream().mapToDouble(this::contribution))
                .sum();
    }
}
