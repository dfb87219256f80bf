package io.fairstream.rules.account.usage;

import io.fairstream.rules.Sums;
import io.fairstream.rules.journal.UsageEntry;

/**
 * What was used over a span of time. CPU times and memory integrals add up, high-waters take the largest.
 *
 * @param from begin of the first interval, milliseconds since 1970
 * @param until end of the last interval, milliseconds since 1970
 * @param cpuMicros CPU time, microseconds
 * @param realMemory KiB x s
 * @param virtualMemory KiB x s
 * @param realHighwater KiB
 * @param virtualHighwater KiB
 */
public record Used(
        long from,
        long until,
        long cpuMicros,
        long realMemory,
        long virtualMemory,
        long realHighwater,
        long virtualHighwater) {
    static Used of(UsageEntry.Usage usage) {
        return new Used(
                usage.from(),
                usage.at(),
                usage.cpuMicros(),
                usage.realMemory(),
                usage.virtualMemory(),
                usage.realHighwater(),
                usage.virtualHighwater());
    }

    Used plus(Used other) {
        return new Used(
                Math.min(from, other.from),
                Math.max(until, other.until),
                Sums.add(cpuMicros, other.cpuMicros),
                Sums.add(realMemory, other.realMemory),
                Sums.add(virtualMemory, other.virtualMemory),
                Math.max(realHighwater, other.realHighwater),
                Math.max(virtualHighwater, other.virtualHighwater));
    }

    /** Whether nothing is left: all was taken back. */
    public boolean isNothing() {
        return cpuMicros == 0 && realMemory == 0 && virtualMemory == 0 && realHighwater == 0 && virtualHighwater == 0;
    }
}
