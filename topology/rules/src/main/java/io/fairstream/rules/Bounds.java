package io.fairstream.rules;

import io.fairstream.rules.Rejection.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Upper limits of numbers in inputs. Each limit is far above any real cluster, yet small enough that no sum of such numbers, and no
 * integral of such a sum over all valid times, leaves the range of its type: 1e12 events of the largest slot weight over 10,000 years are
 * 3e35 weighted milliseconds, and a double reaches 1.7e308. Larger numbers are rejected: a single one would make a sum infinite, and the
 * number that takes it back would make the sum NaN for good.
 */
public final class Bounds {
    /** Slot weight of one match: ten times the processors of the largest cluster. */
    public static final double SLOT_WEIGHT = 1e9;

    /** A ceiling, a floor or a priority set by an edit: a million slots of the largest weight. */
    public static final double WEIGHT_IN_USE = 1e15;

    /** Priority factor; HTCondor gives nice users 1e10. An effective priority stays below 1e37. */
    public static final double FACTOR = 1e15;

    /** Weighted usage set by an edit, seconds: {@link #WEIGHT_IN_USE} for 300 years. */
    public static final double USAGE_SECONDS = 1e25;

    /** Shares among siblings; Slurm's maximum is 2^32. The quotient of two sums of shares is a normal number. */
    public static final double SHARES = 1e12;

    /** An amount of an allocation, FLOPs or seconds: a thousand times the work of all computers on Earth in a century. */
    public static final double AMOUNT = 1e30;

    /** Processors, nodes or GPUs of a job: ten times the largest cluster. A larger value indicates an unset field. */
    public static final int DEVICES = 100_000_000;

    /** Processors or GPUs of one machine. */
    public static final int DEVICES_OF_ONE = 100_000;

    /** Memory or disk of a job, MiB: an exbibyte. */
    public static final long MIB = 1_000_000_000_000L;

    /** Memory of a run at one time, KiB: an exabyte. */
    public static final long KIB = 1_000_000_000_000_000L;

    /** CPU time of a run, milliseconds: ten million processors for ten days. As microseconds it fits into a long. */
    public static final long CPU_MILLIS = 9_000_000_000_000_000L;

    /** Energy of a run: a petajoule, so that the sum of several fits into a long. */
    public static final long MILLIJOULES = 1_000_000_000_000_000_000L;

    /** A job's priority, above or below 0: below 2^53, the limit up to which a double represents every whole number. */
    public static final double JOB_PRIORITY = 1e15;

    /** A job's time limit, minutes; Slurm's value for "unlimited" is 2^32 - 1. */
    public static final long MINUTES = 10_000_000_000L;

    /** Peak of one CPU or GPU, FLOPS: an exaflops. */
    public static final double FLOPS = 1e18;

    /** Highest urgency of a job in flux, which expedites it. */
    public static final int URGENCY = 31;

    /** The last valid instant, at the end of year 9999, milliseconds since 1970. */
    public static final long LATEST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /** Upper limit of all sums of valid weights: a million million matches of the largest weight. */
    private static final double WEIGHTS = 1e21;

    /** A decayed sum of the journal: far above any real charge, and far below the range in which sums fail. */
    public static final double SUM = 1e200;

    private Bounds() {}

    /** Returns the rejection of a number outside a range, or null if it is within; NaN is outside. */
    public static @Nullable Rejection refusal(Reason reason, String what, double value, double min, double max) {
        return value >= min && value <= max
                ? null
                : Rejection.of(reason, what, value, shown(min) + " to " + shown(max));
    }

    /** Returns the rejection of a number outside a range as impossible, or null if it is within or absent. */
    public static @Nullable Rejection refusal(String what, @Nullable Double value, double min, double max) {
        return value == null ? null : refusal(Reason.NUMBER_IMPOSSIBLE, what, value.doubleValue(), min, max);
    }

    /** Returns the rejection of a whole number outside a range as impossible, or null if it is within or absent. */
    public static @Nullable Rejection refusal(String what, @Nullable Number value, long min, long max) {
        return value == null || (value.longValue() >= min && value.longValue() <= max)
                ? null
                : Rejection.of(Reason.NUMBER_IMPOSSIBLE, what, value, min + " to " + max);
    }

    /** Returns the rejection of an instant before 1970 or after the last valid one, or null if it is between or absent. */
    public static @Nullable Rejection refusalOfInstant(Reason reason, String what, @Nullable Long at) {
        if (at == null || (at >= 0 && at <= LATEST)) {
            return null;
        }
        String expected = at < 0 ? "1970 or later" : "at most " + Instant.ofEpochMilli(LATEST);
        return Rejection.of(reason, what, Instant.ofEpochMilli(at), expected);
    }

    /** Formats powers of ten as 1e9. */
    private static String shown(double bound) {
        if (Math.abs(bound) < 1e6) {
            return Long.toString(Math.round(bound));
        }
        return String.format("%s1e%d", bound < 0 ? "-" : "", Math.round(Math.log10(Math.abs(bound))));
    }

    /** Returns true if a sum of weights, or a priority derived from one, can result from valid weights. */
    public static boolean isWeight(double sum) {
        return Math.abs(sum) <= WEIGHTS;
    }
}
