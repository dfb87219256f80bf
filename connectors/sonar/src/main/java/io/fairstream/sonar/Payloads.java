package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.RecordReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;

/** Receiver of the payloads of a file. */
@FunctionalInterface
interface Payloads {
    /** Receives the attributes of a payload. */
    void take(long line, JsonFields attributes);

    /**
     * Reads a file to its end: consecutive JSON objects, in lines or not. Reading stops at invalid JSON.
     *
     * @param kinds accepted kinds of data
     */
    static void read(Reader in, List<String> kinds, RecordReader reader, Payloads taker) throws IOException {
        JsonValues.stream(in, reader, (line, payload) -> take(line, payload, kinds, reader, taker));
    }

    private static void take(long line, JsonNode payload, List<String> kinds, RecordReader reader, Payloads taker) {
        JsonNode data = payload.path("data");
        if (!payload.isObject()
                || (data.isMissingNode() && payload.path("errors").isMissingNode())) {
            reader.problem(line, new MalformedException("no data (expected: a sonar payload)"));
        } else if (data.isMissingNode() || data.isNull()) {
            reader.outcomes().add(Outcome.FAILED_PROBE);
        } else if (!kinds.contains(data.path("type").asText())) {
            reader.outcomes().add(Outcome.OTHER_KIND);
        } else {
            taker.take(line, new JsonFields(data.path("attributes")));
        }
    }
}
