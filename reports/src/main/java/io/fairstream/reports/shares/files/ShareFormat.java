package io.fairstream.reports.shares.files;

/** Format in which a file lists users and banks with their shares. */
public enum ShareFormat {
    /** flux-accounting's tables, as {@code flux account export-db} writes them and {@code pop-db} takes them. */
    CSV,
    /** Slurm's, as {@code sacctmgr dump} writes it. */
    SACCTMGR,
    /** Our own nodes, a line each or an array; or the tree that flux's {@code fairshare-emulate} takes. */
    JSON;

    /** The format of a file with this first line that is neither blank nor a comment. */
    static ShareFormat of(String line) {
        String begin = line.strip();
        if (begin.startsWith("{") || begin.startsWith("[")) {
            return JSON;
        }
        return SacctmgrLine.isOne(begin) ? SACCTMGR : CSV;
    }
}
