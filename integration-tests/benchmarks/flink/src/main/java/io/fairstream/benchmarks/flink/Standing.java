package io.fairstream.benchmarks.flink;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A customer's priority and usage at one instant. All sums are linear in the changes of use, so that late ones are taken in as
 * corrections and the order of arrival does not matter; the floor of a priority acts on what is published only.
 *
 * @param asOf the instant, milliseconds since 1970, or {@link #NEVER}
 * @param followed the slot weight held, remembered with the half-life: the real priority without its start and its floor
 * @param resources matches held
 * @param weight slot weight held
 * @param usageMillis resource-milliseconds
 * @param weightedMillis slot weight x milliseconds
 * @param begin begin of the first use, or {@link #NEVER}
 * @param last last instant of use as far as changes came in order, or {@link #NEVER}
 */
record Standing(
        long asOf,
        double followed,
        long resources,
        double weight,
        long usageMillis,
        double weightedMillis,
        long begin,
        long last) {
    /** No such time. */
    static final long NEVER = Long.MIN_VALUE;

    /** State of a customer of whom nothing is known. */
    static final Standing NEW = new Standing(NEVER, 0, 0, 0, 0, 0, NEVER, NEVER);

    /** After a change of use, in order or late. */
    Standing after(UseChange change, HalfLife halfLife) {
        if (asOf == NEVER) {
            return new Standing(change.at(), 0, 0, 0, 0, 0, change.at(), NEVER).with(change);
        }
        return change.at() >= asOf ? at(change.at(), halfLife).with(change) : corrected(change, halfLife);
    }

    /** At a later instant, the use being constant until then. */
    private Standing at(long instant, HalfLife halfLife) {
        long millis = instant - asOf;
        return new Standing(
                instant,
                followed * halfLife.beta(millis) + RealPriority.late(weight, millis, halfLife),
                resources,
                weight,
                usageMillis + resources * millis,
                weightedMillis + weight * millis,
                begin,
                resources > 0 && millis > 0 ? instant : last);
    }

    private Standing with(UseChange change) {
        long held = resources + change.resources();
        double heldWeight = held == 0 ? 0 : weight + change.weight();
        return new Standing(asOf, followed, held, heldWeight, usageMillis, weightedMillis, begin, last);
    }

    /** A late change adds what it would have added in its place. */
    private Standing corrected(UseChange change, HalfLife halfLife) {
        long lateness = asOf - change.at();
        return new Standing(
                        asOf,
                        followed + RealPriority.late(change.weight(), lateness, halfLife),
                        resources,
                        weight,
                        usageMillis + change.resources() * lateness,
                        weightedMillis + change.weight() * lateness,
                        Math.min(begin, change.at()),
                        change.resources() < 0 ? Math.max(last, change.at()) : last)
                .with(change);
    }

    /** Slot weight, 0.5 or more: what is left of the start at 0.5, and what was followed since. Exact unless the floor was active. */
    double realPriority(HalfLife halfLife) {
        return Math.max(RealPriority.FLOOR, RealPriority.FLOOR * halfLife.beta(asOf - begin) + followed);
    }

    /** Resource-seconds. */
    double accumulatedUsage() {
        return usageMillis / 1000.0;
    }

    /** Slot weight x seconds. */
    double weightedAccumulatedUsage() {
        return weightedMillis / 1000;
    }

    /** As it is kept. */
    static final class Serializer extends RecordSerializer<Standing> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Standing standing, DataOutputView target) throws IOException {
            target.writeLong(standing.asOf());
            target.writeDouble(standing.followed());
            target.writeLong(standing.resources());
            target.writeDouble(standing.weight());
            target.writeLong(standing.usageMillis());
            target.writeDouble(standing.weightedMillis());
            target.writeLong(standing.begin());
            target.writeLong(standing.last());
        }

        @Override
        public Standing deserialize(DataInputView source) throws IOException {
            return new Standing(
                    source.readLong(),
                    source.readDouble(),
                    source.readLong(),
                    source.readDouble(),
                    source.readLong(),
                    source.readDouble(),
                    source.readLong(),
                    source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<Standing> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Names the serializer in a checkpoint. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Standing> {
        public Snapshot() {
            super(Serializer::new);
        }
    }
}
