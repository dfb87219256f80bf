package io.fairstream.it.harness;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeRateChange;
import java.time.Instant;
import java.util.Objects;

/**
 * The sum of one account's charges.
 *
 * @param resources of all rate changes
 * @param resourceMillis sum of resources x time since {@link #ORIGIN}
 * @param weight of all rate changes
 * @param entries how many, without those for groups, of which there are more or fewer with each run's commits
 * @param digest of those entries with their causes, whatever their order
 */
public record Journal(long resources, long resourceMillis, double weight, long entries, long digest) {
    /** An instant before all events of the tests. */
    public static final Instant ORIGIN = Instant.parse("2024-01-01T00:00:00Z");

    /** No charges. */
    public static final Journal EMPTY = new Journal(0, 0, 0, 0, 0);

    Journal plus(Charge charge) {
        Journal sum = charge.getEntry() instanceof RateChange change
                ? plus(change.getAt(), change.getResources(), change.getWeight())
                : plus((SubtreeRateChange) charge.getEntry());
        boolean isSummedUpByCommit = charge.getThing().isEmpty();
        return isSummedUpByCommit
                ? sum
                : new Journal(sum.resources, sum.resourceMillis, sum.weight, entries + 1, digest + digest(charge));
    }

    private Journal plus(SubtreeRateChange change) {
        return plus(change.getAt(), change.getResources(), change.getWeight());
    }

    private Journal plus(Instant at, int moreResources, double moreWeight) {
        return new Journal(
                resources + moreResources,
                resourceMillis + moreResources * (at.toEpochMilli() - ORIGIN.toEpochMilli()),
                weight + moreWeight,
                entries,
                digest);
    }

    /** The sum of two accounts' charges. */
    public Journal plus(Journal other) {
        return new Journal(
                resources + other.resources,
                resourceMillis + other.resourceMillis,
                weight + other.weight,
                entries + other.entries,
                digest + other.digest);
    }

    /** Without what depends on the order in which events arrived. */
    public Journal settled() {
        return new Journal(resources, resourceMillis, weight, 0, 0);
    }

    /** Resource-milliseconds up to an instant. */
    public long usageMillis(Instant asOf) {
        return resources * (asOf.toEpochMilli() - ORIGIN.toEpochMilli()) - resourceMillis;
    }

    private static long digest(Charge charge) {
        long hash = Objects.hash(
                charge.getThing(),
                charge.getCause().getPartition(),
                charge.getCause().getOffset(),
                charge.getEntry());
        return hash * 0x9E3779B97F4A7C15L;
    }
}
