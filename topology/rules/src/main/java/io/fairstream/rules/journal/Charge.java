package io.fairstream.rules.journal;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import io.fairstream.rules.journal.Entry.BudgetSpent;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Entry.UsageEntry;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the journal: the effect of one input record on one account.
 *
 * @param thing the ledger's key: the resource, cluster/jobId, cluster/node or the host; empty for a sum
 */
public record Charge(Account account, Ledger ledger, String thing, Dimensions dimensions, Entry entry, Cause cause) {
    private static final long LAST_DAY = 3_000_000;

    public static Charge ofSum(Account account, Ledger ledger, Entry entry, Cause cause) {
        return new Charge(account, ledger, "", Dimensions.EMPTY, entry, cause);
    }

    public Charge to(Account other) {
        return new Charge(other, ledger, thing, dimensions, entry, cause);
    }

    public Charge with(Entry other) {
        return new Charge(account, ledger, thing, dimensions, other, cause);
    }

    /**
     * Returns the rejection of a charge that no ledger writes, or null. Other writers of the journal can charge any account, but must not
     * be able to stop the topology.
     *
     * @param sent timestamp of the journal record, milliseconds since 1970
     */
    public @Nullable Rejection refusal(long sent) {
        Rejection refused = account.refusal();
        if (refused == null && (cause.sent() < 0 || cause.sent() > sent)) {
            String expected = "0 to the timestamp of the record in which the charge stands, " + sent;
            refused = refused("sent", cause.sent(), expected);
        }
        if (refused == null && !account.kind().takes(entry)) {
            String what = entry.getClass().getSimpleName();
            refused = refused("entry", what, "one that accounts of kind " + account.kind() + " take");
        }
        if (refused == null) {
            refused = refusalOfTimes();
        }
        if (refused == null && entry instanceof RateChange change && !Bounds.isWeight(change.weight())) {
            refused = refused("weight", change.weight(), "a sum of slot weights, each at most " + Bounds.SLOT_WEIGHT);
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

    /** Rejects times outside the range of accepted events, with which decayed sums would be no numbers, and ends before their begins. */
    private @Nullable Rejection refusalOfTimes() {
        if (entry instanceof RateChange change) {
            return refusalOfTimes(change.at(), change.at());
        }
        if (entry instanceof UsageEntry change) {
            return refusalOfTimes(change instanceof UsageEntry.Usage usage ? usage.from() : change.at(), change.at());
        }
        if (entry instanceof AssociationEntry.Holding holding) {
            Rejection refused = refusalOfTimes(holding.since(), holding.at());
            return refused == null && holding.booked() != 0 ? refusalOfTimes(holding.at(), holding.endedAt()) : refused;
        }
        if (entry instanceof AssociationEntry.Subtree subtree) {
            return refusalOfTimes(subtree.at(), subtree.at());
        }
        if (entry instanceof BudgetSpent spent) {
            return refusalOfTimes(spent.from(), spent.to() - 1);
        }
        return entry instanceof HostUsageEntry.Done done ? refusalOfTimes(done.from(), done.to() - 1) : null;
    }

    private @Nullable Rejection refusalOfTimes(long from, long until) {
        if (from < 0 || until > Bounds.LATEST) {
            return refused("time", from < 0 ? from : until, "0 to " + Bounds.LATEST);
        }
        return from <= until ? null : refused("from", from, "at most the end, " + until);
    }

    /**
     * Returns the rejection of another writer's charge that is too far after its cause, or null. An edit counts as late once it is {@code
     * event.max.lateness} behind the newest use, so no such charge may be far in the future. Those of the topology may: a record that was
     * sent long ago changes what is charged as of the newest use, which another record told.
     */
    public @Nullable Rejection refusalOfInstant(EventTimes times) {
        long max = times.maxFutureSkew().toMillis() + times.maxLateness().toMillis() / 2;
        return entry instanceof RateChange change && change.at() - max > cause.sent()
                ? refused("at", change.at(), "at most " + max + " ms after its cause was sent, " + cause.sent())
                : null;
    }

    private @Nullable Rejection refusalOfSum(String what, double sum) {
        return Math.abs(sum) <= Bounds.SUM ? null : refused(what, sum, "at most " + Bounds.SUM);
    }

    private Rejection refused(String what, Object value, String expected) {
        return Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, value, expected).about("account", account.name());
    }

    /**
     * The record that caused a charge; for a sum, the last of the added records.
     *
     * @param topic with its prefix
     * @param offset -1 if the cause is a change of the configuration and not a record
     * @param sent the record's timestamp, milliseconds since 1970; for a sum the newest
     */
    public record Cause(String topic, int partition, long offset, long sent) {
        /** Returns this cause if it comes after the other one, with the newer timestamp of both. */
        public Cause after(Cause other) {
            return other.sent > sent ? new Cause(topic, partition, offset, other.sent) : this;
        }
    }

    /**
     * Dimensions of the usage, for analysis. An empty name or a null number is unknown or does not apply to the ledger.
     *
     * @param submitted submission of the job, milliseconds since 1970, which distinguishes jobs with the same number
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
        public static final Dimensions EMPTY = ofCluster("", null, "", "", null, "");

        public static Dimensions ofMatch(String pool, String resource, String matchId) {
            return new Dimensions(pool, resource, matchId, "", null, "", "", "", "", "", null, "");
        }

        public static Dimensions ofJob(String cluster, long jobId, String run, @Nullable Long submitted, String bank) {
            return ofCluster(cluster, jobId, run, "", submitted, bank);
        }

        /** Dimensions of sessions on a node, and of a job if {@code jobId} is not 0. */
        public static Dimensions ofSession(String cluster, String node, long jobId) {
            return ofCluster(cluster, jobId == 0 ? null : (Long) jobId, "", node, null, "");
        }

        private static Dimensions ofCluster(
                String cluster, @Nullable Long jobId, String run, String node, @Nullable Long submitted, String bank) {
            return new Dimensions("", "", "", cluster, jobId, run, node, "", "", "", submitted, bank);
        }

        public static Dimensions ofWork(String host, String project, String app) {
            return new Dimensions("", "", "", "", null, "", "", host, project, app, null, "");
        }
    }

    /** Ledger that writes the charge. The names are those of the schema {@code LedgerKind}. */
    public enum Ledger {
        MATCH,
        JOB,
        SESSION,
        HOST
    }
}
