package io.fairstream.query.shares;

/** Format in which a file lists users and banks with their shares. */
public enum ShareFormat {
    /** Tables of flux-accounting, written by {@code flux account export-db} and read by {@code pop-db}. */
    CSV,
    /** Output of Slurm's {@code sacctmgr dump}. */
    SACCTMGR,
    /** Our own nodes, one a line or an array; or the tree of flux's {@code fairshare-emulate}. */
    JSON;

    /** Detects the format from the first line that is neither blank nor a comment. */
    static ShareFormat of(String line) {
        String begin = line.strip();
        if (begin.startsWith("{") || begin.startsWith("[")) {
            return JSON;
        }
        return SacctmgrLine.isOne(begin) ? SACCTMGR : CSV;
    }
}
