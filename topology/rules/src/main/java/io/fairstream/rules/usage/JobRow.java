package io.fairstream.rules.usage;

import io.fairstream.rules.journal.UsageEntry;
import org.jspecify.annotations.Nullable;

/**
 * One job's row.
 *
 * @param isFirst whether it is the first job of its number
 * @param used what its sessions used, or null for nothing
 * @param sessions whose they were
 */
public record JobRow(
        boolean isFirst, JobSums book, @Nullable Used used, JobAccount.SessionUser sessions) {
    /** Name of the user: as its ledger says, else as its sessions say; empty when nobody said. */
    public String user() {
        UsageEntry.Statement statement = book.statement();
        return statement == null || statement.user().isEmpty() ? sessions.name() : statement.user();
    }

    /** Number of the user, or null. */
    public @Nullable Long userId() {
        UsageEntry.Statement statement = book.statement();
        return statement == null || statement.userId() == null ? sessions.id() : statement.userId();
    }

    /** Time of the first event or begin of the first interval, milliseconds since 1970, or null. */
    public @Nullable Long firstSeen() {
        UsageEntry.Statement statement = book.statement();
        Long ofJob = statement == null ? null : (Long) statement.firstSeen();
        Long ofSessions = used == null ? null : (Long) used.from();
        return ofJob == null || ofSessions == null
                ? (ofJob == null ? ofSessions : ofJob)
                : (Long) Math.min(ofJob, ofSessions);
    }

    /** Time of the last event or end of the last interval, milliseconds since 1970, or null. */
    public @Nullable Long lastSeen() {
        UsageEntry.Statement statement = book.statement();
        Long ofJob = statement == null ? null : (Long) statement.at();
        Long ofSessions = used == null ? null : (Long) used.until();
        return ofJob == null || ofSessions == null
                ? (ofJob == null ? ofSessions : ofJob)
                : (Long) Math.max(ofJob, ofSessions);
    }

    /** The instant at which the row holds, milliseconds since 1970. */
    public long asOf() {
        long ofSessions = used == null ? Allocated.NEVER : used.until();
        return Math.max(book.allocated().asOf(), ofSessions);
    }
}
