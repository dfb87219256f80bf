package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Readers of single values. Each returns null for a value that it rejects. */
enum ScalarReader implements ValueReader {
    STRING("a string") {
        @Override
        @Nullable
        Object accept(JsonParser json) throws IOException {
            return json.currentToken() == JsonToken.VALUE_STRING ? wellFormed(json.getText()) : null;
        }
    },
    BOOLEAN("true or false") {
        @Override
        @Nullable
        Object accept(JsonParser json) {
            return switch (json.currentToken()) {
                case VALUE_TRUE -> true;
                case VALUE_FALSE -> false;
                default -> null;
            };
        }
    },
    INT("a whole number from -2147483648 to 2147483647") {
        @Override
        @Nullable
        Object accept(JsonParser json) throws IOException {
            Long value = wholeNumber(json);
            return value != null && value == value.intValue() ? (Integer) value.intValue() : null;
        }
    },
    LONG("a whole number from -9223372036854775808 to 9223372036854775807") {
        @Override
        @Nullable
        Object accept(JsonParser json) throws IOException {
            return wholeNumber(json);
        }
    },
    DOUBLE("a number") {
        @Override
        @Nullable
        Object accept(JsonParser json) throws IOException {
            if (json.currentToken() == JsonToken.VALUE_STRING) {
                return notFinite(json.getText());
            }
            if (!json.currentToken().isNumeric()) {
                return null;
            }
            double value = json.getDoubleValue();
            return Double.isFinite(value) ? (Double) value : null;
        }
    },
    TIME("a time as in 2023-11-15T22:13:20Z, or epoch milliseconds") {
        @Override
        @Nullable
        Object accept(JsonParser json) throws IOException {
            if (json.currentToken() == JsonToken.VALUE_STRING) {
                return instant(json.getText());
            }
            Long epochMillis = wholeNumber(json);
            return epochMillis == null ? null : Instant.ofEpochMilli(epochMillis);
        }
    };

    private final String expected;

    ScalarReader(String expected) {
        this.expected = expected;
    }

    abstract @Nullable Object accept(JsonParser json) throws IOException;

    @Override
    public Object read(JsonParser json) throws IOException {
        Object value = accept(json);
        if (value == null) {
            throw JsonException.unexpected(json, expected);
        }
        return value;
    }

    @Override
    public String expected() {
        return expected;
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
