package io.fairstream.htcondor.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of constant expressions, such as {@code 2 + 2} or {@code (1 + 3) * 4}, with HTCondor's rules: integer
 * division gives an integer.
 */
final class Arithmetic {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(\\d{1,18}(?![\\d.eE]))|(\\d+\\.?\\d*(?:[eE][+-]?\\d{1,5})?|\\.\\d+)|([-+*/%()]))");
    /** Length limit; a person does not write longer expressions. */
    private static final int LONGEST = 200;

    private final Matcher tokens;
    private final int length;
    private int position;
    private String sign = "";
    private @Nullable Number number;

    private Arithmetic(String text) {
        tokens = TOKEN.matcher(text);
        length = text.length();
    }

    /** Returns the value; null for any other expression. */
    static @Nullable Number value(String text) {
        String stripped = text.strip();
        if (stripped.length() > LONGEST) {
            return null;
        }
        Arithmetic rest = new Arithmetic(stripped);
        try {
            rest.advance();
            Number sum = rest.sum();
            return rest.position == rest.length && rest.sign.equals("end") ? sum : null;
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private void advance() {
        number = null;
        if (position == length) {
            sign = "end";
        } else if (tokens.region(position, length).lookingAt()) {
            position = tokens.end();
            sign = tokens.group(3) == null ? "" : tokens.group(3);
            if (tokens.group(1) != null) {
                number = Long.valueOf(tokens.group(1));
            } else if (tokens.group(2) != null) {
                number = Double.valueOf(tokens.group(2));
            }
        } else {
            throw new ArithmeticException("no constant");
        }
    }

    private Number sum() {
        Number left = product();
        while (sign.equals("+") || sign.equals("-")) {
            String operator = take();
            left = apply(operator, left, product());
        }
        return left;
    }

    private Number product() {
        Number left = factor();
        while (sign.equals("*") || sign.equals("/") || sign.equals("%")) {
            String operator = take();
            left = apply(operator, left, factor());
        }
        return left;
    }

    private Number factor() {
        Number constant = number;
        if (constant != null) {
            advance();
            return constant;
        }
        return switch (take()) {
            case "-" -> apply("-", 0L, factor());
            case "+" -> factor();
            case "(" -> {
                Number inner = sum();
                if (!take().equals(")")) {
                    throw new ArithmeticException("no closing bracket");
                }
                yield inner;
            }
            default -> throw new ArithmeticException("no number");
        };
    }

    private String take() {
        String taken = sign;
        advance();
        return taken;
    }

    private static Number apply(String operator, Number left, Number right) {
        if (left instanceof Long && right instanceof Long) {
            return whole(operator, left.longValue(), right.longValue());
        }
        double x = left.doubleValue();
        double y = right.doubleValue();
        return switch (operator) {
            case "+" -> x + y;
            case "-" -> x - y;
            case "*" -> x * y;
            case "/" -> x / y;
            default -> x % y;
        };
    }

    private static Number whole(String operator, long x, long y) {
        return switch (operator) {
            case "+" -> Math.addExact(x, y);
            case "-" -> Math.subtractExact(x, y);
            case "*" -> Math.multiplyExact(x, y);
            case "/" -> x / y;
            default -> x % y;
        };
    }
}
