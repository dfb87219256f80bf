package io.fairstream.htcondor.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fairstream.htcondor.file.ClassAd.Expression;
import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import org.jspecify.annotations.Nullable;

/** Parser of ClassAds in JSON: one object each, in which {@code "/Expr(x)/"} is an expression and not a string. */
public final class ClassAdJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final String EXPRESSION = "/Expr(";
    private static final String EXPRESSION_END = ")/";

    private ClassAdJson() {}

    public static ClassAd read(String json) throws MalformedException {
        try {
            JsonNode object = JSON.readTree(json);
            if (!object.isObject()) {
                throw new MalformedException("not an object (expected: an ad in JSON)");
            }
            return ad(object);
        } catch (JsonProcessingException e) {
            throw new MalformedException("no JSON: " + JsonValues.words(e));
        }
    }

    private static ClassAd ad(JsonNode object) {
        ClassAd ad = new ClassAd();
        object.properties().forEach(field -> ad.set(field.getKey(), value(field.getValue())));
        return ad;
    }

    private static @Nullable Object value(JsonNode node) {
        if (node.isObject()) {
            return ad(node);
        }
        if (node.isTextual()) {
            return text(node.textValue());
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isNumber()) {
            return node.isIntegralNumber() && node.canConvertToLong()
                    ? (Object) node.longValue()
                    : (Object) node.doubleValue();
        }
        return node.isNull() ? null : new Expression(node.toString());
    }

    private static @Nullable Object text(String text) {
        boolean expression = text.startsWith(EXPRESSION) && text.endsWith(EXPRESSION_END);
        return expression
                ? ClassAd.parsed(text.substring(EXPRESSION.length(), text.length() - EXPRESSION_END.length())
                        .trim())
                : text;
    }
}
