package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reader of single values. */
record ScalarReader(String expected, Acceptance acceptance) implements ValueReader {
    static final ScalarReader STRING = new ScalarReader(
            "a string", json -> json.currentToken() == JsonToken.VALUE_STRING ? wellFormed(json.getText()) : null);

    static final ScalarReader BOOLEAN = new ScalarReader("true or false", json -> switch (json.currentToken()) {
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        default -> null;
    });

    static final ScalarReader INT = new ScalarReader("a whole number from -2147483648 to 2147483647", json -> {
        Long value = wholeNumber(json);
        return value != null && value == value.intValue() ? (Integer) value.intValue() : null;
    });

    static final ScalarReader LONG = new ScalarReader(
            "a whole number from -9223372036854775808 to 9223372036854775807", ScalarReader::wholeNumber);

    static final ScalarReader DOUBLE = new ScalarReader("a number", json -> {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            return notFinite(json.getText());
        }
        double value = json.currentToken().isNumeric() ? json.getDoubleValue() : Double.NaN;
        return Double.isFinite(value) ? (Double) value : null;
    });

    static final ScalarReader TIME =
            new ScalarReader("a time as in 2023-11-15T22:13:20Z, or epoch milliseconds", json -> {
                if (json.currentToken() == JsonToken.VALUE_STRING) {
                    return instant(json.getText());
                }
                Long epochMillis = wholeNumber(json);
                return epochMillis == null ? null : Instant.ofEpochMilli(epochMillis);
            });

    /** Returns null for a value that is rejected. */
    interface Acceptance {
        @Nullable
        Object accept(JsonParser json) throws IOException;
    }

    @Override
    public Object read(JsonParser json) throws IOException {
        Object value = acceptance.accept(json);
        if (value == null) {
            throw JsonException.unexpected(json, expected);
        }
        return value;
    }

    /**
     * Returns null for unpaired surrogates: JSON can escape half of a pair, but UTF-8 cannot encode it, so two such names would become one.
     */
    private static @Nullable String wellFormed(String text) {
        return text.chars().noneMatch(c -> Character.isSurrogate((char) c))
                        || StandardCharsets.UTF_8.newEncoder().canEncode(text)
                ? text
                : null;
    }

    private static @Nullable Long wholeNumber(JsonParser json) throws IOException {
        try {
            return switch (json.currentToken()) {
                case VALUE_NUMBER_INT ->
                    json.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? null : (Long) json.getLongValue();
                case VALUE_NUMBER_FLOAT -> json.getDecimalValue().longValueExact();
                default -> null;
            };
        } catch (ArithmeticException | NumberFormatException notWhole) {
            return null;
        }
    }

    private static @Nullable Double notFinite(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static @Nullable Instant instant(String text) {
        try {
            return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException notATime) {
            return null;
        }
    }
}
