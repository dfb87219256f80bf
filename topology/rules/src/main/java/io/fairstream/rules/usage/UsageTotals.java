package io.fairstream.rules.usage;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.Sums;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.Used;
import org.jspecify.annotations.Nullable;

/**
 * Part that the published rows of jobs and of users have in common. The names are those of the schemas {@code JobAccounting} and {@code
 * UserAccounting}, which document them.
 */
public record UsageTotals(
        long cpuTimeAllocatedMicros,
        long cpuTimeReservedMicros,
        Amounts used,
        int processorsAllocated,
        int processorsReserved,
        Tres tresHeldMillis,
        Tres tresHeld,
        long asOf) {
    static UsageTotals of(Allocated allocated, @Nullable Used used, long asOf) {
        return new UsageTotals(
                allocated.allocatedMicros(asOf),
                allocated.reservedMicros(asOf),
                used == null ? Amounts.EMPTY : used.amounts(),
                Sums.whole(allocated.allocated()),
                Sums.whole(allocated.reserved()),
                allocated.otherTresMillis(asOf),
                allocated.otherTres(),
                asOf);
    }
}
