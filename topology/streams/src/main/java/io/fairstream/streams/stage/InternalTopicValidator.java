package io.fairstream.streams.stage;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import io.fairstream.rules.association.AssociationState;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.streams.intake.UnfitRecordException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that records of topics that only the topology writes are such as it writes. Who else may write there can charge whom
 * they like, but not stop it.
 *
 * <p>All methods raise {@link UnfitRecordException}.
 */
final class InternalTopicValidator {
    private InternalTopicValidator() {}

    /**
     * Checks charges before any of them is handed to its account.
     *
     * @param sent the timestamp of the record in which they stand, milliseconds since 1970
     */
    static void charges(@Nullable List<Charge> charges, long sent, EventTimes times) {
        if (charges == null) {
            throw new UnfitRecordException("value: null (expected: charges)");
        }
        for (Charge charge : charges) {
            Refused refused = charge.refusal(times, sent);
            if (refused != null) {
                throw new UnfitRecordException("charge: " + refused.detail());
            }
        }
    }

    /** Checks a row of {@code association-usage}, from which ranks follow. */
    static void usage(@Nullable String key, @Nullable AssociationState row) {
        if (key == null) {
            throw new UnfitRecordException("key of a usage: null (expected: the path)");
        }
        if (row == null) {
            return;
        }
        if (!key.equals(row.path())) {
            throw new UnfitRecordException(
                    "key of a usage: " + shown(key) + " (expected: the path, " + shown(row.path()) + ")");
        }
        double shares = row.shares() == null ? 0 : row.shares();
        Refused refused = new ShareNode(row.path(), row.kind(), shares, row.active()).refusal();
        if (refused != null) {
            throw new UnfitRecordException(refused.detail());
        }
        number("smoothUsage", row.sums().smooth());
        number("weightInUse", row.sums().weight());
        number("rawUsage", row.rawUsage());
        if (row.asOf() > Bounds.LATEST) {
            throw new UnfitRecordException("asOf: " + row.asOf() + " (expected: before the year 10000)");
        }
    }

    private static void number(String what, double number) {
        if (!(Math.abs(number) <= Bounds.SUM)) {
            throw new UnfitRecordException(what + ": " + number + " (expected: at most " + Bounds.SUM + ")");
        }
    }

    private static String shown(@Nullable String text) {
        return text == null ? "null" : "\"" + Names.shown(text) + "\"";
    }
}
