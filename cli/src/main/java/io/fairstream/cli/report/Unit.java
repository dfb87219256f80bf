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

    private static final long MICROS = 1_000_000;
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

    /** For people; null for a part of nothing. */
    @Nullable
    String text(long micros, long wholeMicros) {
        if (this == PERCENT) {
            return wholeMicros == 0 ? null : Numbers.percent((double) micros / wholeMicros);
        }
        return Numbers.decimal((double) micros / MICROS / seconds);
    }

    /** For programs, to six decimals; null for a part of nothing. */
    @Nullable
    BigDecimal plain(long micros, long wholeMicros) {
        if (this == PERCENT) {
            return wholeMicros == 0
                    ? null
                    : rounded(BigDecimal.valueOf(micros).multiply(HUNDRED), BigDecimal.valueOf(wholeMicros));
        }
        return rounded(BigDecimal.valueOf(micros), BigDecimal.valueOf(MICROS * seconds));
    }

    private static BigDecimal rounded(BigDecimal dividend, BigDecimal divisor) {
        BigDecimal quotient = dividend.divide(divisor, DECIMALS, RoundingMode.HALF_UP);
        return quotient.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(quotient.stripTrailingZeros().toPlainString());
    }
}
