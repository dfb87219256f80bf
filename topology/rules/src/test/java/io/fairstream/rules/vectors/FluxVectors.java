package io.fairstream.rules.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The vectors of flux-accounting. */
public final class FluxVectors {
    private static final JsonNode ALL = read();

    private FluxVectors() {}

    private static JsonNode read() {
        try (InputStream in = FluxVectors.class.getResourceAsStream("/vectors/flux.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A case of usage or fair share. */
    static JsonNode byId(String id) {
        for (JsonNode vector : ALL.get("usage_and_fairshare_cases")) {
            if (vector.get("id").asText().equals(id)) {
                return vector;
            }
        }
        throw new IllegalArgumentException(id);
    }
}
