package io.fairstream.reading;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A count in Slurm's spelling. Up to release 19 it has a unit of 1,024 and is rounded to two decimals: {@code 4608}, {@code 4.50K}.
 *
 * @param number the count, or the whole number next to it
 * @param rounding by how much the real count can differ; 0 for one that is exact
 */
public record Count(long number, long rounding) {
    private static final Pattern SPELLING = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,6}))?([KMGT]?)");
    private static final BigDecimal UNIT = BigDecimal.valueOf(1024);

    /** Null for a text that is no count. */
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

    /** True if a number from elsewhere can be the real count. */
    public boolean agreesWith(long other) {
        return Math.abs(other - number) <= rounding;
    }
}
