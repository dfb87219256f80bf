package io.fairstream.it.harness;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.RateChange;
import java.time.Instant;
import java.util.Objects;

/**
 * The sum of one account's charges.
 *
 * @param resources of all rate changes
 * @param resourceMillis sum of resources x time since {@link #ORIGIN}
 * @param weight of all rate changes
 * @param entries how many
 * @param digest of the entries with their causes, whatever their order
 */
public record Journal(long resources, long resourceMillis, double weight, long entries, long digest) {
    /** An instant before all events of the tests. */
    public static final Instant ORIGIN = Instant.parse("2024-01-01T00:00:00Z");

    static final Journal EMPTY = new Journal(0, 0, 0, 0, 0);

    Journal plus(Charge charge) {
        RateChange change = (RateChange) charge.getEntry();
        long at = change.getAt().toEpochMilli() - ORIGIN.toEpochMilli();
        return new Journal(
                resources + change.getResources(),
                resourceMillis + change.getResources() * at,
                weight + change.getWeight(),
                entries + 1,
                digest + digest(charge));
    }

    /** Without what depends on the order in which events arrived. */
    Journal settled() {
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
