package io.fairstream.app.config;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.share.Billing;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;

/** Typed key of the configuration, named as in a file or after {@code --set}; {@link Keys} defines its default and its description. */
public record Key<T>(String name, Parser<T> parser) {
    /**
     * Parser of a value's text; the reader throws if the text is invalid. Kafka validates the text with it, and its own text, the
     * expectation, describes the valid ones.
     */
    record Parser<T>(String expectation, Function<String, T> reader) implements ConfigDef.Validator {
        static final String ONE_PER_PROCESSOR = "processors";

        /** Maximum duration; an event's time minus this still fits into a long. */
        private static final Duration LONGEST = Duration.ofMillis(Bounds.LATEST);

        /** Parses a text; empty if it is invalid. */
        Optional<T> parse(String text) {
            try {
                return Optional.of(reader.apply(text));
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        }

        @Override
        public void ensureValid(String name, Object text) {
            if (parse((String) text).isEmpty()) {
                throw new ConfigException(name, text, expectation);
            }
        }

        @Override
        public String toString() {
            return expectation;
        }

        Parser<T> where(Predicate<T> legal) {
            return map(value -> {
                if (!legal.test(value)) {
                    throw new IllegalArgumentException(expectation);
                }
                return value;
            });
        }

        Parser<Optional<T>> orUnset() {
            return new Parser<>(
                    expectation, text -> text.isEmpty() ? Optional.empty() : Optional.of(reader.apply(text)));
        }

        private <R> Parser<R> map(Function<T, R> next) {
            return new Parser<>(expectation, reader.andThen(next));
        }

        static Parser<String> text(String pattern, String expectation) {
            return new Parser<>(expectation, Function.<String>identity()).where(text -> text.matches(pattern));
        }

        static Parser<String> oneOf(String... words) {
            int last = words.length - 1;
            String expectation = String.join(", ", Arrays.copyOf(words, last)) + " or " + words[last];
            return new Parser<>(expectation, Function.<String>identity()).where(List.of(words)::contains);
        }

        /** Parser of an enum constant, in lower case and with dashes. */
        static <E extends Enum<E>> Parser<E> oneOf(Class<E> type) {
            E[] constants = type.getEnumConstants();
            String[] words = Arrays.stream(constants)
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toArray(String[]::new);
            return oneOf(words).map(word -> constants[List.of(words).indexOf(word)]);
        }

        static Parser<Boolean> bool() {
            return oneOf("true", "false").map(Boolean::valueOf);
        }

        /** Parser of a comma-separated list; an empty text is an empty list. */
        static Parser<List<String>> list(String expectation) {
            return new Parser<>(expectation, text -> text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1)));
        }

        /** Parser of comma-separated {@code name=value} pairs, each name once. */
        static Parser<Map<String, Double>> pairs(double atLeast, double atMost, String expectation) {
            Parser<Double> values = real(atLeast, atMost, expectation);
            return list(expectation).map(items -> {
                Map<String, Double> pairs = new TreeMap<>();
                for (String item : items) {
                    String[] parts = item.split("\\s*=\\s*", -1);
                    if (parts.length != 2 || pairs.put(parts[0], values.reader.apply(parts[1])) != null) {
                        throw new IllegalArgumentException(item);
                    }
                }
                return Collections.unmodifiableMap(pairs);
            });
        }

        static Parser<Billing> weights(String expectation) {
            return new Parser<>(expectation, text -> Billing.of(text, Billing.Mode.SUM))
                    .where(value ->
                            !value.weights().isEmpty() && value.unknown().isEmpty());
        }

        /** Parser of {@code partition:weights} with semicolons between, each partition once. */
        static Parser<Map<String, Billing>> weightsByPartition(String expectation) {
            Parser<Billing> weights = weights(expectation);
            return new Parser<>(expectation, text -> {
                Map<String, Billing> byPartition = new TreeMap<>();
                for (String item : text.isEmpty() ? new String[0] : text.split(";", -1)) {
                    String[] parts = item.split(":", 2);
                    if (parts.length != 2
                            || parts[0].isBlank()
                            || byPartition.put(parts[0].trim(), weights.reader.apply(parts[1])) != null) {
                        throw new IllegalArgumentException(item);
                    }
                }
                return Collections.unmodifiableMap(byPartition);
            });
        }

        static Parser<Integer> integer(int atLeast, String expectation) {
            return new Parser<>(expectation, Integer::valueOf).where(value -> value >= atLeast);
        }

        static Parser<Integer> days() {
            return integer(1, "whole days, 1 to 31").where(value -> value <= ActiveDays.LONGEST_WINDOW);
        }

        static Parser<Integer> count() {
            return integer(1, "a whole number of at least 1");
        }

        static Parser<Integer> threads() {
            Parser<Integer> number = count();
            return new Parser<>(
                    number.expectation + ", or " + ONE_PER_PROCESSOR,
                    text -> text.equals(ONE_PER_PROCESSOR)
                            ? Runtime.getRuntime().availableProcessors()
                            : number.reader.apply(text));
        }

        static Parser<Double> real(double atLeast, double atMost, String expectation) {
            return new Parser<>(expectation, Double::valueOf).where(value -> value >= atLeast && value <= atMost);
        }

        static Parser<Duration> duration(Duration atLeast, String limits) {
            return new Parser<>(Durations.EXPECTED + limits + "; 8,000 years at most", Durations::parse)
                    .where(value -> value.compareTo(atLeast) >= 0 && value.compareTo(LONGEST) <= 0);
        }

        /** Parser of a positive duration in seconds, without an upper limit. */
        static Parser<Double> positiveSeconds(String limits) {
            return new Parser<>(Durations.EXPECTED + limits, Durations::parse)
                    .map(value -> BigDecimal.valueOf(value.getSeconds())
                            .add(BigDecimal.valueOf(value.getNano(), 9))
                            .doubleValue())
                    .where(value -> value > 0);
        }

        static Parser<Path> path(String expectation) {
            return text("(?s).+", expectation)
                    .map(text -> text.startsWith("~/")
                            ? Path.of(System.getProperty("user.home"), text.substring(2))
                            : Path.of(text));
        }

        static Parser<String> classImplementing(Class<?> type) {
            return new Parser<>(
                            "a class on the class path that implements " + type.getName(), Function.<String>identity())
                    .where(name -> type.isAssignableFrom(load(name)));
        }

        private static Class<?> load(String name) {
            try {
                return Class.forName(name, false, Utils.getContextOrKafkaClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                throw new IllegalArgumentException(name, e);
            }
        }
    }

    /** Settings from environment variables: upper case, underscores for dots and dashes, prefix {@code FAIRSTREAM_}. */
    public static final class Environment {
        private static final String PREFIX = "FAIRSTREAM_";

        private Environment() {}

        public static String variable(String key) {
            return PREFIX + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
        }

        /** Selects the settings among the variables; unknown {@code FAIRSTREAM_} variables are ignored. */
        public static Map<String, String> settings(Map<String, String> variables) {
            Map<String, String> settings = new TreeMap<>();
            Utils.entriesWithPrefix(variables, PREFIX).forEach((name, value) -> {
                String key = name.toLowerCase(Locale.ROOT).replace('_', '.');
                if (PassedThrough.isRegistry(key) || PassedThrough.isKafka(key)) {
                    settings.put(key, value);
                }
            });
            for (String key : Keys.DEFINITION.names()) {
                settings.compute(key, (any, found) -> variables.getOrDefault(variable(key), found));
            }
            return settings;
        }
    }
}
