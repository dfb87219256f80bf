package io.fairstream.rules.journal;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
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
        return new Charge(account, ledger, "", Dimensions.NONE, entry, cause);
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
    public @Nullable Refused refusal(EventTimes times, long sent) {
        Refused refused = account.refusal();
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
        if (refused == null && entry instanceof WorkEntry work && Math.abs(work.day()) > LAST_DAY) {
            refused = refused("day", work.day(), "one of 1970 to 9999");
        }
        return refused;
    }

    /**
     * An edit is late when it lies {@code history} behind the newest use. The topology charges use of what has been, and what it moves
     * between groups as of the newest use, which another partition may have sent later; half of the history leaves room for both.
     */
    private @Nullable Refused refusalOfInstant(long at, EventTimes times) {
        long most = times.maxFutureSkew().toMillis() + times.history().toMillis() / 2;
        return at > Bounds.LATEST || at - most > cause.sent()
                ? refused("at", at, "at most " + most + " ms after its cause was sent, " + cause.sent())
                : null;
    }

    private @Nullable Refused refusalOfSum(String what, double sum) {
        return Math.abs(sum) <= Bounds.SUM ? null : refused(what, sum, "at most " + Bounds.SUM);
    }

    private Refused refused(String what, Object value, String expected) {
        return new Refused(
                Reason.NUMBER_IMPOSSIBLE,
                what + ": " + value + " (expected: " + expected + "), account " + Names.shown(account.name()));
    }
}
