package io.fairstream.reading;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A count in Slurm's format. Up to release 19 it may have a unit of 1,024 and is rounded to two decimals: {@code 4608},
 * {@code 4.50K}.
 *
 * @param number the count, or the nearest whole number
 * @param rounding maximum rounding error; 0 for an exact count
 */
public record Count(long number, long rounding) {
    private static final Pattern SPELLING = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,6}))?([KMGT]?)");
    private static final BigDecimal UNIT = BigDecimal.valueOf(1024);

    /** Parses a count; null for an invalid text. */
    public static @Nullable Count parse(String text) {
        Matcher matcher = SPELLING.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String decimals = matcher.group(2) == null ? "" : matcher.group(2);
        int power = matcher.group(3).isEmpty() ? 0 : "KMGT".indexOf(matcher.group(3)) + 1;
        BigDecimal unit = UNIT.pow(power);
        BigDecimal all = new BigDecimal(matcher.group(1) + "." + decimals + "0").multiply(unit);
        BigDecimal rounding = decimals.isEmpty() ? BigDecimal.ZERO : unit.movePointLeft(decimals.length());
        BigDecimal number = all.setScale(0, RoundingMode.HALF_UP);
        return number.unscaledValue().bitLength() > 62
                ? null
                : new Count(
                        number.longValue(),
                        rounding.setScale(0, RoundingMode.UP).longValue());
    }

    public boolean isRounded() {
        return rounding > 0;
    }

    /** Returns true if another number can be the exact count. */
    public boolean agreesWith(long other) {
        return Math.abs(other - number) <= rounding;
    }
}
