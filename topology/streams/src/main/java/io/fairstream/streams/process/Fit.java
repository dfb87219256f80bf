package io.fairstream.streams.process;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.association.AssociationStanding;
import io.fairstream.rules.account.daily.DayChange;
import io.fairstream.rules.account.usage.JobCharge;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.DailyScope;
import io.fairstream.streams.intake.UnfitRecordException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether records of topics that nobody but the topology writes are such as it writes. Who else may write there can charge whom they
 * like, but not stop it.
 *
 * <p>All methods raise {@link UnfitRecordException}.
 */
final class Fit {
    /** Far above what anybody is charged, and far below what no longer adds up. */
    private static final double MOST = 1e200;

    private static final int LONGEST_KEY = 4 * Names.LONGEST;

    private Fit() {}

    /**
     * Checks a charge before it is handed to the account of its key.
     *
     * @param sent the record's timestamp, milliseconds since 1970
     */
    static void charge(@Nullable String key, @Nullable Object charge, long sent, EventTimes times) {
        if (key == null || key.isEmpty() || key.length() > LONGEST_KEY) {
            throw new UnfitRecordException("key of a charge: " + shown(key) + " (expected: the account)");
        }
        if (charge instanceof JobCharge) {
            job(key);
        } else if (charge instanceof DayChange change) {
            scope(key);
            if (Math.abs(change.day()) > 3_000_000) {
                throw new UnfitRecordException("day: " + change.day() + " (expected: one of 1970 to 9999)");
            }
        } else if (charge instanceof Entry.UseChange use) {
            at(use.at(), sent, times);
        }
    }

    /**
     * An edit is late when it lies {@code history} behind the newest use. The topology charges use of what has been, and what it moves
     * between groups as of the newest use, which another partition may have sent later; half of the history leaves room for both.
     */
    private static void at(long at, long sent, EventTimes times) {
        long most = times.maxFutureSkew().toMillis() + times.history().toMillis() / 2;
        if (at > Bounds.LATEST || at - most > sent) {
            throw new UnfitRecordException(
                    "at: " + at + " (expected: at most " + most + " ms after the record was sent, " + sent + ")");
        }
    }

    private static void job(String key) {
        String[] parts = key.split("/", 3);
        try {
            if (parts.length >= 2 && Long.parseLong(parts[1]) >= 0) {
                return;
            }
        } catch (NumberFormatException e) {
            // as when there is none
        }
        throw new UnfitRecordException(
                "key of a job's charge: " + shown(key) + " (expected: cluster/jobId or cluster/0/user)");
    }

    private static void scope(String key) {
        int bar = key.indexOf('|');
        String scope = key.substring(0, Math.max(0, bar)).toUpperCase(Locale.ROOT);
        if (Arrays.stream(DailyScope.values()).noneMatch(known -> known.name().equals(scope))) {
            throw new UnfitRecordException("key of a day's charge: " + shown(key) + " (expected: scope|id)");
        }
    }

    /** Checks a row of {@code association-usage}, from which ranks follow. */
    static void usage(@Nullable String key, @Nullable AssociationStanding row) {
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
        if (!(Math.abs(number) <= MOST)) {
            throw new UnfitRecordException(what + ": " + number + " (expected: at most " + MOST + ")");
        }
    }

    private static String shown(@Nullable String text) {
        return text == null ? "null" : "\"" + Names.shown(text) + "\"";
    }
}
