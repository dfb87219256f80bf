package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;

/** Memory as people read it. */
final class Gibibytes {
    private static final double KIB_PER_MIB = 1024;
    private static final double KIB_PER_GIB = 1024 * KIB_PER_MIB;

    private Gibibytes() {}

    /** KiB x s as GiB x h. */
    static String hours(long kibibyteSeconds) {
        return Numbers.hours(kibibyteSeconds / KIB_PER_GIB);
    }

    /** KiB as MiB. */
    static String mebibytes(long kibibytes) {
        return Numbers.decimal(kibibytes / KIB_PER_MIB);
    }
}
