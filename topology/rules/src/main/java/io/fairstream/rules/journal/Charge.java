package io.fairstream.rules.journal;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the journal: what one input record means for one account.
 *
 * @param thing the ledger's key: the resource, cluster/jobId, cluster/node or the host; empty for a sum
 */
public record Charge(Account account, Ledger ledger, String thing, Dimensions dimensions, Entry entry, Cause cause) {
    private static final long LAST_DAY = 3_000_000;

    /** A charge that is summed up over several. */
    public static Charge ofSum(Account account, Ledger ledger, Entry entry, Cause cause) {
        return new Charge(account, ledger, "", Dimensions.EMPTY, entry, cause);
    }

    /** The same charge to another account. */
    public Charge to(Account other) {
        return new Charge(other, ledger, thing, dimensions, entry, cause);
    }

    /** The charge of another entry to the same account for the same reason. */
    public Charge with(Entry other) {
        return new Charge(account, ledger, thing, dimensions, other, cause);
    }

    /**
     * The refusal of a charge that no ledger writes, or null. Who else can write the journal can charge whom they like, but not stop
     * it.
     *
     * @param times which times are accepted
     * @param sent the timestamp of the record in which it stands, milliseconds since 1970
     */
    public @Nullable Rejection refusal(EventTimes times, long sent) {
        Rejection refused = account.refusal();
        if (refused == null && (cause.sent() < 0 || cause.sent() > sent)) {
            refused = refused(
                    "sent", cause.sent(), "0 to the timestamp of the record in which the charge stands, " + sent);
        }
        if (refused == null && !account.kind().takes(entry)) {
            String what = entry.getClass().getSimpleName();
            refused = refused("entry", what, "one that accounts of kind " + account.kind() + " take");
        }
        if (refused == null && entry instanceof RateChange change) {
            refused = refusalOfInstant(change.at(), times);
            if (refused == null && !Bounds.isWeight(change.weight())) {
                refused =
                        refused("weight", change.weight(), "a sum of slot weights, each at most " + Bounds.SLOT_WEIGHT);
            }
        }
        if (refused == null && entry instanceof AssociationEntry.Subtree subtree) {
            refused = refusalOfSum("weight", subtree.weight());
            refused = refused == null ? refusalOfSum("smoothUsage", subtree.smooth()) : refused;
        }
        if (refused == null && entry instanceof HostUsageEntry work && Math.abs(work.day()) > LAST_DAY) {
            refused = refused("day", work.day(), "one of 1970 to 9999");
        }
        return refused;
    }

    /**
     * An edit is late when it lies {@code event.max.lateness} behind the newest use. The topology charges use of what has been, and what
     * it moves between groups as of the newest use, which another partition may have sent later; half of the history leaves room for both.
     */
    private @Nullable Rejection refusalOfInstant(long at, EventTimes times) {
        long max = times.maxFutureSkew().toMillis() + times.maxLateness().toMillis() / 2;
        return at > Bounds.LATEST || at - max > cause.sent()
                ? refused("at", at, "at most " + max + " ms after its cause was sent, " + cause.sent())
                : null;
    }

    private @Nullable Rejection refusalOfSum(String what, double sum) {
        return Math.abs(sum) <= Bounds.SUM ? null : refused(what, sum, "at most " + Bounds.SUM);
    }

    private Rejection refused(String what, Object value, String expected) {
        return new Rejection(
                Reason.NUMBER_IMPOSSIBLE,
                what + ": " + value + " (expected: " + expected + "), account " + Names.shown(account.name()));
    }

    /**
     * The record that led to a charge; of a sum, the last of those that were summed up.
     *
     * @param topic with its prefix
     * @param offset -1 when no record led to it, but a change of the configuration
     * @param sent the record's timestamp, milliseconds since 1970; of a sum the newest
     */
    public record Cause(String topic, int partition, long offset, long sent) {
        /** This one, if it comes after the other, with the newer timestamp of both. */
        public Cause after(Cause other) {
            return other.sent > sent ? new Cause(topic, partition, offset, other.sent) : this;
        }
    }

    /**
     * Dimensions of the usage, for analysis. An empty name, or a number that is null, is of what the ledger does not know or does not
     * have.
     *
     * @param submitted when the job was submitted, milliseconds since 1970, which tells jobs of the same number apart
     * @param bank path of the bank that pays
     */
    public record Dimensions(
            String pool,
            String resource,
            String matchId,
            String cluster,
            @Nullable Long jobId,
            String run,
            String node,
            String host,
            String project,
            String app,
            @Nullable Long submitted,
            String bank) {
        /** Dimensions of which none is known. */
        public static final Dimensions EMPTY = of("", "");

        private static Dimensions of(String cluster, String node) {
            return new Dimensions("", "", "", cluster, null, "", node, "", "", "", null, "");
        }

        public static Dimensions ofMatch(String pool, String resource, String matchId) {
            return new Dimensions(pool, resource, matchId, "", null, "", "", "", "", "", null, "");
        }

        /** Dimensions of a run of a job for which its bank pays. */
        public static Dimensions ofJob(String cluster, long jobId, String run, @Nullable Long submitted, String bank) {
            return new Dimensions("", "", "", cluster, jobId, run, "", "", "", "", submitted, bank);
        }

        /** Dimensions of sessions on a node, and of a job if {@code jobId} is not 0. */
        public static Dimensions ofSession(String cluster, String node, long jobId) {
            return jobId == 0
                    ? of(cluster, node)
                    : new Dimensions("", "", "", cluster, jobId, "", node, "", "", "", null, "");
        }

        /** Dimensions of work of a volunteer's host for a project. */
        public static Dimensions ofWork(String host, String project, String app) {
            return new Dimensions("", "", "", "", null, "", "", host, project, app, null, "");
        }
    }

    /** Which ledger charges. The names are those of the schema {@code LedgerKind}. */
    public enum Ledger {
        MATCH,
        JOB,
        SESSION,
        HOST
    }
}
