package io.fairstream.query.publish;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Small objects as text. */
final class Json {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Json() {}

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static String object(Map<String, String> fields) {
        ObjectNode object = object();
        fields.forEach(object::put);
        return object.toString();
    }
}
