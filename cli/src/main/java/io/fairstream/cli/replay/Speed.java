package io.fairstream.cli.replay;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Speed of a replay.
 *
 * @param factor seconds of the past per second; infinite for the maximum speed
 */
record Speed(double factor) {
    static final String MAX = "max";

    boolean isMax() {
        return Double.isInfinite(factor);
    }

    /** Time from the start of the replay until an event of that time is due. */
    Duration due(Instant first, Instant at) {
        return isMax()
                ? Duration.ZERO
                : Duration.ofNanos(Math.round(Duration.between(first, at).toMillis() * 1e6 / factor));
    }

    /** Reads {@code max} or a number. */
    static final class Converter implements ITypeConverter<Speed> {
        @Override
        public Speed convert(String text) {
            if (text.equals(MAX)) {
                return new Speed(Double.POSITIVE_INFINITY);
            }
            Double factor = number(text);
            if (factor == null || !(factor > 0) || factor.isInfinite()) {
                throw new TypeConversionException(
                        "\"" + text + "\" (expected: max, or seconds of the trace per second, like 3600)");
            }
            return new Speed(factor);
        }

        private static @Nullable Double number(String text) {
            try {
                return Double.valueOf(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }
}
