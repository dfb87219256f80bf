package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalTime;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Slurm's vectors of CPU time allocated; {@code vectors/README.md} says where the numbers come from. */
class JobVectorTest {
    private final JobPipeline books = new JobPipeline();

    private static JsonNode vector(String id) {
        try (InputStream in = JobVectorTest.class.getResourceAsStream("/vectors/slurm.json")) {
            for (JsonNode vector :
                    new ObjectMapper().readTree(Objects.requireNonNull(in)).get("vectors")) {
                if (vector.get("id").asText().equals(id)) {
                    return vector;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalArgumentException(id);
    }

    private void tell(long second, String says) {
        books.apply(JobText.event(second + " " + says));
    }

    @Test
    void suspendedTimeIsNotAllocated() {
        JsonNode inputs = vector("A1-cpu-time-allocated-suspend").get("inputs");
        tell(
                inputs.get("start").asLong(),
                "RUNNING alice x" + inputs.get("cpus").asInt());
        for (JsonNode suspended : inputs.get("suspended")) {
            tell(suspended.get(0).asLong(), "SUSPENDED");
            tell(suspended.get(1).asLong(), "RUNNING");
        }
        long end = inputs.get("end").asLong();
        tell(end, "COMPLETE");
        long expected = vector("A1-cpu-time-allocated-suspend")
                .at("/expected/note_2002_cpu_s")
                .asLong();
        assertEquals(expected + "+0 runs 1 final; alice " + expected, books.told(end));
    }

    @Test
    void aChangeOfSizeMakesPieces() {
        JsonNode inputs = vector("A2-resize").get("inputs");
        tell(second(inputs.at("/job_start_event/start")), "RUNNING alice x" + inputs.at("/job_start_event/total_cpus"));
        tell(second(inputs.at("/final_event/start")), "RUNNING x" + inputs.at("/final_event/total_cpus"));
        long end = second(inputs.at("/final_event/end"));
        tell(end, "COMPLETE");
        long expected = vector("A2-resize").at("/expected/cpu_time_allocated").asLong();
        assertEquals(expected + "+0 runs 1 final; alice " + expected, books.told(end));
    }

    private static long second(JsonNode time) {
        return LocalTime.parse(time.asText()).toSecondOfDay();
    }
}
