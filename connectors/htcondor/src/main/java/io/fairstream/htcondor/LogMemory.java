package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** State that a reader saves between two runs, as JSON. */
final class LogMemory {
    private static final ObjectMapper JSON = new ObjectMapper();

    private LogMemory() {}

    static ObjectNode create(LogTimes times) {
        ObjectNode memory = JSON.createObjectNode().put("year", times.year()).put("day", times.day());
        return times.latest().equals(Instant.MIN)
                ? memory
                : memory.put("latest", times.latest().toEpochMilli());
    }

    static void restore(LogTimes times, JsonNode memory) {
        JsonNode latest = memory.path("latest");
        times.restore(
                memory.path("year").asInt(),
                memory.path("day").asInt(),
                latest.isIntegralNumber() ? Instant.ofEpochMilli(latest.longValue()) : Instant.MIN);
    }

    static void put(ObjectNode memory, String name, Collection<? extends Record> records) {
        ArrayNode array = memory.putArray(name);
        records.forEach(each -> array.add(JSON.valueToTree(each)));
    }

    /** Returns the records saved under a name; empty if there is no such name. */
    static <R extends Record> List<R> get(JsonNode memory, String name, Class<R> type) {
        List<R> records = new ArrayList<>();
        memory.path(name).forEach(each -> records.add(JSON.convertValue(each, type)));
        return records;
    }
}
