package io.fairstream.schemas.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Reads one of several records: an object whose one key is the record's name. */
final class ChoiceReader implements ValueReader {
    private final Map<String, ValueReader> choices;

    private ChoiceReader(Map<String, ValueReader> choices) {
        this.choices = choices;
    }

    static ChoiceReader of(Schema union, ClassLoader classes) {
        Map<String, ValueReader> choices = new LinkedHashMap<>();
        for (Schema choice : Unions.choices(union)) {
            ValueReader clash = choices.put(choice.getName(), ValueReader.of(choice, classes));
            if (choice.getType() != Schema.Type.RECORD || clash != null) {
                throw new IllegalArgumentException(union + " has no plain JSON form");
            }
        }
        return new ChoiceReader(choices);
    }

    @Override
    public @Nullable Object read(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw JsonProblem.unexpected(json, expected());
        }
        if (json.nextToken() == JsonToken.END_OBJECT) {
            throw JsonProblem.at(json, "an empty object (expected: " + expected() + ")");
        }
        ValueReader choice = choices.get(json.currentName());
        if (choice == null) {
            throw JsonProblem.at(json, "unknown (" + Spelling.hint(json.currentName(), choices.keySet()) + ")");
        }
        json.nextToken();
        Object value = choice.read(json);
        if (json.nextToken() != JsonToken.END_OBJECT) {
            throw JsonProblem.at(json, "a second key (expected: " + expected() + ")");
        }
        return value;
    }

    @Override
    public String expected() {
        return "an object with one key of " + String.join(", ", choices.keySet());
    }
}
