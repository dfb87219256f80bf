package io.fairstream.app.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them, for settings and options. */
public final class Durations {
    public static final String EXPECTED = "a length of time like 24h, 1d12h, P7D or seconds";

    /** Durations with units: each unit at most once, the larger ones first. */
    private static final Pattern UNITS =
            Pattern.compile("(?:Nw)?(?:Nd)?(?:Nh)?(?:Nm(?:in)?)?(?:Ns)?".replace("N", "(\\d+(?:\\.\\d+)?)"));

    private static final long[] SECONDS_OF_UNITS = {604_800, 86_400, 3_600, 60, 1};

    /** Maximum number of digits before and after the decimal point of seconds; covers the range of {@link Duration}. */
    private static final int MAX_DIGITS = 18;

    private static final int NANOS_DIGITS = 9;
    private static final BigInteger NANOS = BigInteger.TEN.pow(NANOS_DIGITS);

    private Durations() {}

    /**
     * Parses {@code 90s}, {@code 15m} or {@code 15min}, {@code 24h}, {@code 1d12h}, {@code 2w}, ISO-8601 days and time like {@code P7D} or
     * {@code PT0.1S}, or a number of seconds. Fractions of a nanosecond are dropped.
     *
     * @return zero or more
     * @throws IllegalArgumentException if the text is no duration, or negative; the message holds text and expectation
     */
    public static Duration parse(String text) {
        try {
            Duration duration =
                    text.toUpperCase(Locale.ROOT).contains("P") ? Duration.parse(text) : ofSeconds(seconds(text));
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            // falls through: one message for all invalid texts
        }
        throw new IllegalArgumentException("\"" + text + "\" (expected: " + EXPECTED + ")");
    }

    private static BigDecimal seconds(String text) {
        Matcher units = UNITS.matcher(text);
        if (text.isEmpty() || !units.matches()) {
            return new BigDecimal(text);
        }
        BigDecimal seconds = BigDecimal.ZERO;
        for (int i = 0; i < SECONDS_OF_UNITS.length; i++) {
            String number = units.group(i + 1);
            if (number != null) {
                seconds = seconds.add(new BigDecimal(number).multiply(BigDecimal.valueOf(SECONDS_OF_UNITS[i])));
            }
        }
        return seconds;
    }

    private static Duration ofSeconds(BigDecimal seconds) {
        if (seconds.scale() > MAX_DIGITS || seconds.precision() - (long) seconds.scale() > MAX_DIGITS) {
            throw new ArithmeticException("too many digits");
        }
        BigInteger[] parts = seconds.movePointRight(NANOS_DIGITS).toBigInteger().divideAndRemainder(NANOS);
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    }
}
