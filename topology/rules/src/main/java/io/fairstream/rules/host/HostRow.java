package io.fairstream.rules.host;

import io.fairstream.rules.Work;
import io.fairstream.rules.WorkRow;
import org.jspecify.annotations.Nullable;

/**
 * Published row of a host. The names are those of the schema {@code Host}, which says what they mean.
 *
 * @param work all that it did
 * @param capped all that it reported besides; null when nothing
 */
public record HostRow(
        String host,
        String user,
        int processors,
        int gpus,
        boolean usableGpu,
        boolean vmExtensionsDisabled,
        WorkRow work,
        @Nullable WorkRow capped,
        long lastReport) {
    /** The row of a host. */
    public static HostRow of(String host, HostPoint newest, Work work, Work cut) {
        Hardware hardware = newest.hardware();
        return new HostRow(
                host,
                newest.user(),
                hardware.processors(),
                hardware.gpus(),
                hardware.hasUsableGpu(),
                hardware.vmExtensionsDisabled(),
                WorkRow.of(work),
                cut.isNothing() ? null : WorkRow.of(cut),
                newest.at());
    }
}
