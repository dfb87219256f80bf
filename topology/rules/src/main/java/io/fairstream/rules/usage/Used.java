package io.fairstream.rules.usage;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.journal.UsageEntry;

/**
 * Usage over a span of time.
 *
 * @param from begin of the first interval, milliseconds since 1970
 * @param until end of the last interval, milliseconds since 1970
 */
public record Used(long from, long until, Amounts amounts) {
    static Used of(UsageEntry.Usage usage) {
        return new Used(usage.from(), usage.at(), usage.amounts());
    }

    Used plus(Used other) {
        return new Used(Math.min(from, other.from), Math.max(until, other.until), amounts.plus(other.amounts));
    }

    /** True if no usage is left: all was taken back. */
    public boolean isNothing() {
        return amounts.isNothing();
    }
}
