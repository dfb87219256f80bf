package io.fairstream.sonar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * The payloads of a file, one JSON object after the other, in lines or not. What follows the first character that is no
 * JSON cannot be read.
 */
final class Payloads {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Payloads() {}

    /** Takes the attributes of a payload. */
    @FunctionalInterface
    interface Taker {
        void take(long line, Fields attributes);
    }

    /**
     * Reads to the end.
     *
     * @param kinds of data that are taken
     */
    static void read(Reader in, List<String> kinds, RecordOutcomes findings, Taker taker) throws IOException {
        long line = 1;
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(in)) {
            while (values.hasNextValue()) {
                JsonNode payload = values.nextValue();
                line = values.getCurrentLocation().getLineNr();
                take(line, payload, kinds, findings, taker);
            }
        } catch (JsonProcessingException e) {
            long at = e.getLocation() == null ? line : e.getLocation().getLineNr();
            findings.malformed(at, "no JSON from here on: " + e.getOriginalMessage());
        }
    }

    private static void take(long line, JsonNode payload, List<String> kinds, RecordOutcomes findings, Taker taker) {
        JsonNode data = payload.path("data");
        if (!payload.isObject()
                || (data.isMissingNode() && payload.path("errors").isMissingNode())) {
            findings.malformed(line, "no data (expected: a payload of sonar)");
        } else if (data.isMissingNode() || data.isNull()) {
            findings.count(RecordOutcome.FAILED_PROBE);
        } else if (!kinds.contains(data.path("type").asText())) {
            findings.count(RecordOutcome.OTHER_KIND);
        } else {
            taker.take(line, new Fields(data.path("attributes")));
        }
    }
}
