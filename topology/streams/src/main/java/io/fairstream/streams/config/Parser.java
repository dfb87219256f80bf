package io.fairstream.streams.config;

import io.fairstream.rules.Bounds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a value.
 *
 * @param <T> the value's type
 */
@FunctionalInterface
interface Parser<T> {
    String ONE_PER_PROCESSOR = "processors";

    /** Whatever is subtracted from an event's time stays within a long. */
    Duration LONGEST = Duration.ofMillis(Bounds.LATEST);

    /** Digits before and after the point of a number of seconds; holds all that {@link Duration} can. */
    int MAX_DIGITS = 18;

    /**
     * The value that the text stands for.
     *
     * @throws IllegalArgumentException if the text is no such value
     */
    T parse(String text);

    default Parser<T> where(Predicate<T> legal) {
        return text -> {
            T value = parse(text);
            if (!legal.test(value)) {
                throw new IllegalArgumentException(text);
            }
            return value;
        };
    }

    default Parser<Optional<T>> orUnset() {
        return text -> text.isEmpty() ? Optional.empty() : Optional.of(parse(text));
    }

    static Parser<String> text(String pattern) {
        Parser<String> any = text -> text;
        return any.where(text -> text.matches(pattern));
    }

    /** What stands between commas; nothing for an empty text. */
    static Parser<List<String>> list() {
        return text -> text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1));
    }

    /** {@code name=value} with commas between, each name once. */
    static <T> Parser<Map<String, T>> pairs(Parser<T> values) {
        return text -> {
            Map<String, T> pairs = new TreeMap<>();
            for (String pair : list().parse(text)) {
                String[] parts = pair.split("\\s*=\\s*", -1);
                if (parts.length != 2 || pairs.put(parts[0], values.parse(parts[1])) != null) {
                    throw new IllegalArgumentException(pair);
                }
            }
            return pairs;
        };
    }

    static Parser<Boolean> bool() {
        return text("true|false").map(Boolean::valueOf);
    }

    /** A constant, in lower case and with dashes. */
    static <E extends Enum<E>> Parser<E> oneOf(Class<E> type) {
        return text("[a-z-]+")
                .map(text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    static Parser<Integer> integer(int atLeast) {
        Parser<Integer> any = Integer::valueOf;
        return any.where(value -> value >= atLeast);
    }

    static Parser<Integer> threads() {
        Parser<Integer> number = integer(1);
        return text -> text.equals(ONE_PER_PROCESSOR) ? Runtime.getRuntime().availableProcessors() : number.parse(text);
    }

    static Parser<Double> real(double atLeast, double atMost) {
        Parser<Double> any = Double::valueOf;
        return any.where(value -> value >= atLeast && value <= atMost);
    }

    /** ISO-8601 days and time, or a number of seconds; to the nanosecond, and 8,000 years at most. */
    static Parser<Duration> duration(Duration atLeast) {
        Parser<Duration> any = text -> {
            BigDecimal seconds = seconds(text).setScale(9, RoundingMode.DOWN);
            BigDecimal whole = seconds.setScale(0, RoundingMode.DOWN);
            return Duration.ofSeconds(
                    whole.longValueExact(),
                    seconds.subtract(whole).movePointRight(9).longValueExact());
        };
        return any.where(value -> value.compareTo(atLeast) >= 0 && value.compareTo(LONGEST) <= 0);
    }

    /** As {@link #duration}, held in seconds; above 0. */
    static Parser<Double> positiveSeconds() {
        Parser<Double> any = text -> seconds(text).doubleValue();
        return any.where(value -> value > 0 && Double.isFinite(value));
    }

    static Parser<Path> path() {
        return text("(?s).+")
                .map(text -> text.startsWith("~/")
                        ? Path.of(System.getProperty("user.home"), text.substring(2))
                        : Path.of(text));
    }

    static Parser<String> classImplementing(Class<?> type) {
        return text -> {
            if (!type.isAssignableFrom(load(text))) {
                throw new IllegalArgumentException(text);
            }
            return text;
        };
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Utils.getContextOrKafkaClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    private <R> Parser<R> map(Function<T, R> next) {
        return text -> next.apply(parse(text));
    }

    private static BigDecimal seconds(String text) {
        @Nullable Duration iso = iso(text);
        if (iso != null) {
            return BigDecimal.valueOf(iso.getSeconds()).add(BigDecimal.valueOf(iso.getNano(), 9));
        }
        BigDecimal seconds = new BigDecimal(text);
        if (seconds.scale() > MAX_DIGITS || seconds.precision() - (long) seconds.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException(text);
        }
        return seconds;
    }

    private static @Nullable Duration iso(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
