package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.time.Instant;

/**
 * An entry of an eventlog (RFC 18).
 *
 * @param name of the event
 * @param context additional data; missing for none
 */
record Entry(Instant at, String name, JsonNode context) {
    static Entry parse(JsonNode json) throws MalformedException {
        JsonFields fields = new JsonFields(json);
        String name = fields.text("name");
        if (name.isEmpty()) {
            throw new MalformedException("not an eventlog entry (expected: an object with timestamp and name)");
        }
        return new Entry(
                JsonFields.required("timestamp", JobFields.time(fields, "timestamp")), name, json.path("context"));
    }

    JsonFields fields() {
        return new JsonFields(context);
    }
}
