package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** HTCondor's own numbers; {@code vectors/README.md} says where they come from. */
class NegotiationVectorTest {
    private static final double EXACT = 1e-12;

    @Test
    void dividesAsTheRealNegotiatorDid() throws IOException {
        JsonNode vectors;
        try (InputStream file = getClass().getResourceAsStream("/vectors/htcondor-allocation.json")) {
            vectors = new ObjectMapper().readTree(file);
        }
        assertEquals(1, vectors.size());
        JsonNode vector = vectors.get(0);
        double pool = vector.get("pool_weight").asDouble();
        List<Submitter> submitters = new ArrayList<>();
        for (JsonNode row : vector.get("submitters")) {
            submitters.add(Submitter.of(row.get("name").asText(), row.get("eup").asDouble(), pool)
                    .withWeightInUse(row.get("usage").asDouble()));
        }
        NegotiationResult allocation =
                new Negotiation(NegotiationRules.DEFAULT).divide(Pool.of(pool), submitters, List.of());
        for (NegotiationResult.Award award : allocation.awards()) {
            JsonNode expected = vector.get("expected").get(award.submitter());
            assertEquals(expected.get("share").asDouble(), award.share(), EXACT, award.submitter());
            assertEquals(expected.get("limit").asDouble(), award.limit(), EXACT * pool, award.submitter());
            assertEquals(expected.get("limit").asDouble(), award.allocated(), EXACT * pool, award.submitter());
        }
        assertEquals(3, allocation.awards().size());
        assertEquals(vector.get("pie_left").asDouble(), allocation.allocated(), EXACT * pool);
    }
}
