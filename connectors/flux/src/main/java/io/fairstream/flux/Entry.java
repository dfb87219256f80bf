package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * An entry of an eventlog (RFC 18).
 *
 * @param name of what happened
 * @param context what is told besides; missing for nothing
 */
record Entry(Instant at, String name, JsonNode context) {
    static Entry parse(JsonNode json) throws MalformedException {
        Fields fields = new Fields(json);
        String name = fields.text("name");
        if (name.isEmpty()) {
            throw new MalformedException("no entry of an eventlog (expected: an object with timestamp and name)");
        }
        return new Entry(Fields.required("timestamp", fields.time("timestamp")), name, json.path("context"));
    }

    Fields fields() {
        return new Fields(context);
    }
}
