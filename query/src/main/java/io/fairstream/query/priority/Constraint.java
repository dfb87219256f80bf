package io.fairstream.query.priority;

import io.fairstream.schemas.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Condition on a row: {@code ATTRIBUTE OPERATOR LITERAL}, several joined by {@code &&}. Operators are those of
 * ClassAds: {@code == != < <= > >=}, which ignore case, and {@code =?= =!=}, which are case-sensitive. A comparison
 * with a missing value, or of a text with a number, is not true. Use {@code jq} for other ClassAd expressions.
 */
public record Constraint(List<Predicate<Priority>> terms) implements Predicate<Priority> {
    private static final String AND = "&&";
    private static final Pattern TERM = Pattern.compile("\\s*(\\w+)\\s*(==|!=|<=|>=|=\\?=|=!=|<|>)\\s*"
            + "(\"(?:[^\"\\\\]|\\\\.)*\"|[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?|(?i:true|false))\\s*");

    public Constraint {
        terms = List.copyOf(terms);
    }

    @Override
    public boolean test(Priority row) {
        return terms.stream().allMatch(term -> term.test(row));
    }

    /**
     * Parses a constraint.
     *
     * @throws NumberFormatException if a number cannot be parsed
     * @throws IllegalArgumentException with the expected syntax
     */
    public static Constraint parse(String text) {
        List<Predicate<Priority>> terms = new ArrayList<>();
        Matcher term = TERM.matcher(text);
        int begin = 0;
        while (term.region(begin, text.length()).lookingAt()) {
            terms.add(term(term.group(1), term.group(2), literal(term.group(3))));
            if (term.end() == text.length()) {
                return new Constraint(terms);
            }
            if (!text.startsWith(AND, term.end())) {
                break;
            }
            begin = term.end() + AND.length();
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" (expected: like WeightedResourcesUsed > 0, several with && between;"
                        + " for more: --json and jq)");
    }

    private static Object literal(String text) {
        if (text.startsWith("\"")) {
            return text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1");
        }
        return Character.isLetter(text.charAt(0)) ? (Object) Boolean.valueOf(text) : (Object) Double.valueOf(text);
    }

    private static Predicate<Priority> term(String name, String operator, Object literal) {
        Attribute attribute =
                Attribute.named(name).orElseThrow(() -> new IllegalArgumentException(Attribute.refusal(name)));
        boolean regardsCase = operator.endsWith("=") && operator.length() == 3;
        return row -> {
            Object value = attribute.of(row);
            return value != null && compares(value, literal, regardsCase, operator);
        };
    }

    private static boolean compares(Object value, Object literal, boolean regardsCase, String operator) {
        if (value instanceof Number number && literal instanceof Number other) {
            return holds(Double.compare(number.doubleValue(), other.doubleValue()), operator);
        }
        if (value instanceof String text && literal instanceof String other) {
            return holds(regardsCase ? text.compareTo(other) : text.compareToIgnoreCase(other), operator);
        }
        return value instanceof Boolean truth
                && literal instanceof Boolean other
                && holds(Boolean.compare(truth, other), operator);
    }

    private static boolean holds(int comparison, String operator) {
        return switch (operator) {
            case "==", "=?=" -> comparison == 0;
            case "!=", "=!=" -> comparison != 0;
            case "<" -> comparison < 0;
            case "<=" -> comparison <= 0;
            case ">" -> comparison > 0;
            default -> comparison >= 0;
        };
    }
}
