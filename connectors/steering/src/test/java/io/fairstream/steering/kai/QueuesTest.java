package io.fairstream.steering.kai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueuesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.250Z");
    private final Queues queues = new Queues(Set.of("fairstream_usage"));

    @Test
    void aMetricIsAVectorByQueue() {
        assertEquals(
                new Queues.Response(
                        200,
                        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                                + "{\"metric\":{\"__name__\":\"fairstream_usage\",\"queue_name\":\"alice\"},"
                                + "\"value\":[1767225600.250,\"1.5\"]},"
                                + "{\"metric\":{\"__name__\":\"fairstream_usage\",\"queue_name\":\"b\\\"ob\"},"
                                + "\"value\":[1767225600.250,\"20\"]}]}}"),
                queues.answer("time=1&query=fairstream%5Fusage", Map.of("b\"ob", 20.0, "alice", 1.5), NOW));
        assertEquals(
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}",
                queues.answer("query=fairstream_usage", Map.of(), NOW).body());
    }

    @Test
    void anythingElseIsBadData() {
        String refused =
                "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"invalid parameter \\\"query\\\": ";
        assertEquals(
                new Queues.Response(400, refused + "sum(up) (expected: one of fairstream_usage)\"}"),
                queues.answer("query=sum(up)", Map.of(), NOW));
        for (String none : new String[] {"", "query=", "query", "query=%zz", "other=fairstream_usage"}) {
            assertEquals(
                    new Queues.Response(
                            400, refused + "unknown position: parse error: no expression found in input\"}"),
                    queues.answer(none, Map.of(), NOW),
                    none);
        }
    }
}
