package io.fairstream.reading;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of memory in Slurm's format: {@code 4000M}, {@code 62.50G}, per CPU {@code 4000Mc}, per node {@code 125Gn}. */
public final class Memory {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,20}(?:\\.\\d{1,6})?)([KMGTP]?)([cn]?)");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    /**
     * 2 PiB in MiB. Larger numbers are invalid: bit 2^31 (2^63 in later releases) marks a request per CPU, and some
     * releases print the mark as part of the number.
     */
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 31);

    private Memory() {}

    /**
     * Returns MiB of the whole job, rounded up; empty for 0, which requests whole nodes, and for an invalid amount.
     *
     * @param cpus of the job, for amounts per CPU
     * @param nodes of the job, for amounts per node
     */
    public static OptionalLong mebibytes(String text, long cpus, long nodes) {
        Matcher matcher = AMOUNT.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        BigDecimal each = mebibytes(new BigDecimal(matcher.group(1)), matcher.group(2));
        if (each.signum() == 0 || each.compareTo(LARGEST) >= 0) {
            return OptionalLong.empty();
        }
        long times = matcher.group(3).equals("c") ? cpus : matcher.group(3).equals("n") ? nodes : 1;
        BigDecimal all = each.multiply(BigDecimal.valueOf(times)).setScale(0, RoundingMode.CEILING);
        return times < 1 || all.unscaledValue().bitLength() > 62
                ? OptionalLong.empty()
                : OptionalLong.of(all.longValue());
    }

    /** Returns KiB, rounded up; a number without a unit is in bytes. Empty for an invalid amount. */
    public static OptionalLong kibibytes(String text) {
        return kibibytes(text, 1);
    }

    /** As {@link #kibibytes(String)}, multiplied by {@code times}. */
    public static OptionalLong kibibytes(String text, long times) {
        Matcher matcher = AMOUNT.matcher(text);
        if (!matcher.matches() || !matcher.group(3).isEmpty()) {
            return OptionalLong.empty();
        }
        BigDecimal amount = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(times));
        BigDecimal all = matcher.group(2).isEmpty()
                ? amount.divide(KIBI, 0, RoundingMode.CEILING)
                : mebibytes(amount, matcher.group(2)).multiply(KIBI).setScale(0, RoundingMode.CEILING);
        return all.unscaledValue().bitLength() > 62 ? OptionalLong.empty() : OptionalLong.of(all.longValue());
    }

    private static BigDecimal mebibytes(BigDecimal amount, String unit) {
        return switch (unit) {
            case "K" -> amount.divide(KIBI, 12, RoundingMode.CEILING);
            case "G" -> amount.multiply(KIBI);
            case "T" -> amount.multiply(KIBI.pow(2));
            case "P" -> amount.multiply(KIBI.pow(3));
            default -> amount;
        };
    }
}
