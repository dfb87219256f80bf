package io.fairstream.app.config;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.UtcDays.ActiveDays;
import io.fairstream.rules.share.Billing;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Utils;

/**
 * Key of the configuration.
 *
 * @param <T> the value's type
 * @param name as in a file or after {@code --set}
 * @param defaultText text of the default value; empty if there is none
 * @param doc description of its effect
 */
public record Key<T>(String name, String defaultText, Parser<T> parser, String doc) {
    static final String ENVIRONMENT_PREFIX = "FAIRSTREAM_";

    /** Description of the valid values. */
    public String expectation() {
        return parser.expectation();
    }

    /** Environment variable that sets this key. */
    public String environmentVariable() {
        return ENVIRONMENT_PREFIX + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** Parses a text; empty if it is invalid. */
    Optional<T> parse(String text) {
        try {
            return Optional.of(parser.reader().apply(text));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Text form of billing weights of resources. */
    static final class BillingTexts {
        private BillingTexts() {}

        static Billing weights(String text) {
            return Billing.of(text, Billing.Mode.SUM);
        }

        static Map<String, Billing> byPartition(String text) {
            Map<String, Billing> byPartition = new TreeMap<>();
            for (String item : text.isBlank() ? new String[0] : text.split(";", -1)) {
                int colon = item.indexOf(':');
                String name = item.substring(0, Math.max(0, colon)).trim();
                Billing weights = weights(item.substring(colon + 1));
                if (name.isEmpty()
                        || weights.weights().isEmpty()
                        || !weights.unknown().isEmpty()) {
                    throw new IllegalArgumentException("\"" + item + "\"");
                }
                if (byPartition.put(name, weights) != null) {
                    throw new IllegalArgumentException("\"" + name + "\" twice");
                }
            }
            return byPartition;
        }
    }

    /**
     * Parser of a value's text.
     *
     * @param <T> type of the value
     * @param expectation description of the valid texts
     * @param reader throws if the text is invalid
     */
    record Parser<T>(String expectation, Function<String, T> reader) {
        static final String ONE_PER_PROCESSOR = "processors";

        /** Maximum duration; an event's time minus this still fits into a long. */
        private static final Duration LONGEST = Duration.ofMillis(Bounds.LATEST);

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
            return new Parser<>(expectation, Parser::items);
        }

        private static List<String> items(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1));
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
                return pairs;
            });
        }

        static Parser<Integer> integer(int atLeast, String expectation) {
            return new Parser<>(expectation, Integer::valueOf).where(value -> value >= atLeast);
        }

        /** Parser of a window of whole days, 1 to 31. */
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

        /**
         * Parser of a duration, 8,000 years at most.
         *
         * @param limits description of the limits
         */
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

        static Parser<Path> path() {
            return text("(?s).+", "a directory")
                    .map(text -> text.startsWith("~/")
                            ? Path.of(System.getProperty("user.home"), text.substring(2))
                            : Path.of(text));
        }

        static Parser<Path> file() {
            return path().as("a file");
        }

        private Parser<T> as(String words) {
            return new Parser<>(words, reader);
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
        private Environment() {}

        /** Selects the settings among the variables; unknown {@code FAIRSTREAM_} variables are ignored. */
        public static Map<String, String> settings(Map<String, String> variables) {
            Map<String, String> settings = new TreeMap<>();
            for (Key<?> key : Keys.all()) {
                String value = variables.get(key.environmentVariable());
                if (value != null) {
                    settings.put(key.name(), value);
                }
            }
            variables.forEach((name, value) -> {
                String key = passedThrough(name);
                if (PassedThrough.isRegistry(key) || PassedThrough.isKafka(key)) {
                    settings.putIfAbsent(key, value);
                }
            });
            return settings;
        }

        private static String passedThrough(String variable) {
            return variable.startsWith(Key.ENVIRONMENT_PREFIX)
                    ? variable.substring(Key.ENVIRONMENT_PREFIX.length())
                            .toLowerCase(Locale.ROOT)
                            .replace('_', '.')
                    : "";
        }
    }
}
