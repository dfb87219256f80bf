package io.fairstream.reports.usage;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** In what processor time and node time are shown. */
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

    /** Its name as the end of another. */
    String word() {
        return word;
    }

    /** Returns the header of a column for people; a percentage needs no unit in it. */
    String header(String words) {
        return symbol.isEmpty() ? words : words + " (" + symbol + ")";
    }

    /** Seconds in it, of percent the part of the whole; null for what is unknown and for a part of nothing. */
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

    /** Seconds in it, to six decimals; null for what is unknown and for a part of nothing. */
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

    /** Without zeros at the end, and without an exponent. */
    public static BigDecimal shortened(BigDecimal number) {
        return number.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(number.stripTrailingZeros().toPlainString());
    }
}
