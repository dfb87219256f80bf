package io.fairstream.cli.report;

import io.fairstream.cli.terminal.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** In what processor time is shown. */
enum Unit {
    SECONDS("Seconds", 1),
    MINUTES("Minutes", 60),
    HOURS("Hours", 3600),
    /** Of a whole, which depends on the report. */
    PERCENT("Percent", 0);

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int DECIMALS = 6;

    private final String word;
    private final int seconds;

    Unit(String word, int seconds) {
        this.word = word;
        this.seconds = seconds;
    }

    /** Its name as the end of another. */
    String word() {
        return word;
    }

    /** Processor time for people; null for a part of nothing. */
    @Nullable
    String text(long micros, long wholeMicros) {
        return text(seconds(micros), seconds(wholeMicros));
    }

    /** Processor time for programs, to six decimals; null for a part of nothing. */
    @Nullable
    BigDecimal plain(long micros, long wholeMicros) {
        return plain(seconds(micros), seconds(wholeMicros));
    }

    private static BigDecimal seconds(long micros) {
        return BigDecimal.valueOf(micros, DECIMALS);
    }

    /** Seconds for people; null for a part of nothing. */
    @Nullable
    String text(BigDecimal amount, BigDecimal whole) {
        if (this == PERCENT) {
            return whole.signum() == 0 ? null : Numbers.percent(amount.doubleValue() / whole.doubleValue());
        }
        return Numbers.decimal(amount.doubleValue() / seconds);
    }

    /** Seconds for programs, to six decimals; null for a part of nothing. */
    @Nullable
    BigDecimal plain(BigDecimal amount, BigDecimal whole) {
        if (this == PERCENT) {
            return whole.signum() == 0 ? null : rounded(amount.multiply(HUNDRED), whole);
        }
        return rounded(amount, BigDecimal.valueOf(seconds));
    }

    private static BigDecimal rounded(BigDecimal dividend, BigDecimal divisor) {
        return shortened(dividend.divide(divisor, DECIMALS, RoundingMode.HALF_UP));
    }

    /** Without zeros at the end, and without an exponent. */
    static BigDecimal shortened(BigDecimal number) {
        return number.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(number.stripTrailingZeros().toPlainString());
    }
}
