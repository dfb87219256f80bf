package io.fairstream.rules.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The vectors of Science United; {@code vectors/README.md} says where the numbers come from. */
public final class BoincVectors {
    private static final JsonNode ALL = read();

    private BoincVectors() {}

    private static JsonNode read() {
        try (InputStream in = BoincVectors.class.getResourceAsStream("/vectors/boinc.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A case. */
    public static JsonNode byId(String id) {
        for (JsonNode vector : ALL.get("cases")) {
            if (vector.get("id").asText().equals(id)) {
                return vector;
            }
        }
        throw new IllegalArgumentException(id);
    }
}
