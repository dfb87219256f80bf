package io.fairstream.query.usage;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Display unit of processor time and node time. */
public enum Unit {
    SECONDS("Seconds", "s", 1),
    MINUTES("Minutes", "min", 60),
    HOURS("Hours", "h", 3600),
    /** Percentage of a whole, which depends on the report. */
    PERCENT("Percent", "", 0);

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int DECIMALS = 6;

    private final String word;
    private final String symbol;
    private final int seconds;

    Unit(String word, String symbol, int seconds) {
        this.word = word;
        this.symbol = symbol;
        this.seconds = seconds;
    }

    /** Returns its name as the suffix of another name. */
    String word() {
        return word;
    }

    /** Returns the header of a column for people; a percentage needs no unit in it. */
    String header(String words) {
        return symbol.isEmpty() ? words : words + " (" + symbol + ")";
    }

    /** Returns the amount in this unit, for percent relative to the whole; null for an unknown amount and for a whole of 0. */
    @Nullable
    Double shown(@Nullable BigDecimal amount, @Nullable BigDecimal whole) {
        if (amount == null) {
            return null;
        }
        if (this != PERCENT) {
            return amount.doubleValue() / seconds;
        }
        return whole == null || whole.signum() == 0 ? null : amount.doubleValue() / whole.doubleValue();
    }

    /** Returns the amount in this unit, to six decimals; null for an unknown amount and for a whole of 0. */
    @Nullable
    BigDecimal rounded(@Nullable BigDecimal amount, @Nullable BigDecimal whole) {
        if (amount == null) {
            return null;
        }
        if (this != PERCENT) {
            return quotient(amount, BigDecimal.valueOf(seconds));
        }
        return whole == null || whole.signum() == 0 ? null : quotient(amount.multiply(HUNDRED), whole);
    }

    private static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor) {
        return shortened(dividend.divide(divisor, DECIMALS, RoundingMode.HALF_UP));
    }

    /** Removes trailing zeros, without an exponent. */
    public static BigDecimal shortened(BigDecimal number) {
        return number.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(number.stripTrailingZeros().toPlainString());
    }
}
