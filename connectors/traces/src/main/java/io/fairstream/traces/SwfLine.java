package io.fairstream.traces;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.time.Instant;
import java.util.StringTokenizer;

/**
 * Columns of one line for user, resources and times. The format uses -1 for unknown.
 *
 * <p>start = submit + max(wait, 0), end = start + run, processors = allocated or else requested.
 */
record SwfLine(
        long number,
        long submit,
        long waited,
        long ran,
        long processors,
        boolean isRequested,
        long requestedTime,
        long requestedMemory,
        long status,
        long user,
        long group,
        boolean hasFurtherColumns) {
    private static final int COLUMNS = 18;
    /** Limit of three thousand years, in seconds: far beyond any trace, and sums of a few cannot overflow. */
    private static final long LARGEST = 100_000_000_000L;
    /** Limit of 2 TiB in KiB for each processor, or 68 years; multiplied by the largest number of processors it is in range. */
    private static final long LARGEST_REQUEST = 1L << 31;

    private static final long KIB_PER_MIB = 1024;
    private static final long SECONDS_PER_MINUTE = 60;

    static SwfLine of(String line) throws MalformedException {
        StringTokenizer columns = new StringTokenizer(line);
        int reported = columns.countTokens();
        if (reported < COLUMNS) {
            throw new MalformedException(reported + " columns (expected: " + COLUMNS + " or more)");
        }
        long number = whole("job", columns.nextToken());
        long submit = whole("submit", columns.nextToken());
        long waited = whole("wait", columns.nextToken());
        long ran = whole("run", columns.nextToken());
        long allocated = whole("allocated processors", columns.nextToken());
        skip(columns, "average CPU time", "used memory");
        long requested = whole("requested processors", columns.nextToken());
        long requestedTime = amount(columns.nextToken());
        long requestedMemory = amount(columns.nextToken());
        long status = whole("status", columns.nextToken());
        long user = whole("user", columns.nextToken());
        long group = whole("group", columns.nextToken());
        long processors = allocated > 0 ? allocated : requested;
        if (number < 0) {
            throw new MalformedException("job: " + number + " (expected: 0 or more)");
        }
        if (processors > Integer.MAX_VALUE) {
            throw new MalformedException(
                    "processors: " + processors + " (expected: at most " + Integer.MAX_VALUE + ")");
        }
        return new SwfLine(
                number,
                submit,
                waited,
                ran,
                processors,
                allocated <= 0,
                requestedTime,
                requestedMemory,
                status,
                user,
                group,
                reported > COLUMNS);
    }

    /** Returns the outcome of the line, independent of its number. */
    Outcome outcome() {
        if (status >= 2 && status <= 4) {
            return Outcome.PARTIAL_RECORD;
        }
        if (submit < 0) {
            return Outcome.NO_SUBMIT_TIME;
        }
        if (ran <= 0) {
            return Outcome.NO_RUN_TIME;
        }
        return processors <= 0 ? Outcome.NO_PROCESSORS : Outcome.JOB;
    }

    /**
     * Returns the job in the format-independent form.
     *
     * @param startSeconds start of the trace, in seconds since 1970
     */
    Job job(long startSeconds) {
        long submitted = startSeconds + submit;
        long start = submitted + Math.max(waited, 0);
        return new Job(
                Long.toString(number),
                Instant.ofEpochSecond(submitted),
                Instant.ofEpochSecond(start),
                Instant.ofEpochSecond(start + ran),
                (int) processors,
                user < 0 ? "unknown-user" : "user" + user,
                group < 0 ? "unknown-group" : "group" + group,
                user < 0 ? null : (Long) user,
                requestedMemory <= 0 ? null : (Long) wholes(requestedMemory * processors, KIB_PER_MIB),
                requestedTime <= 0 ? null : (Long) wholes(requestedTime, SECONDS_PER_MINUTE),
                ending());
    }

    private String ending() {
        if (status == 0) {
            return "FAILED";
        }
        return status == 1 ? "COMPLETED" : status == 5 ? "CANCELLED" : "UNKNOWN";
    }

    /** Returns the number of units, rounded up. */
    private static long wholes(long amount, long each) {
        return (amount + each - 1) / each;
    }

    /** Returns a request, in whole units; other values, which many traces contain, are unknown. */
    private static long amount(String text) {
        try {
            long value = Math.round(Double.parseDouble(text));
            return value <= LARGEST_REQUEST ? value : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static long whole(String column, String text) throws MalformedException {
        try {
            long value = Long.parseLong(text);
            if (value >= -LARGEST && value <= LARGEST) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new MalformedException(column, text, "a whole number");
        }
        throw new MalformedException(column + ": " + text + " (expected: at most " + LARGEST + ")");
    }

    private static void skip(StringTokenizer columns, String... names) {
        for (String unused : names) {
            columns.nextToken();
        }
    }
}
