package io.fairstream.steering.schedulers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URLEncoder;
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

    /** As KAI scheduler's prometheus.go of 2025 and 2026 builds them, encoded as Prometheus' client for Go does. */
    @Test
    void kaiAsksWithAWindowAndADecay() {
        Map<String, Double> values = Map.of("alice", 1.5, "bob", 20.0);
        String byQueue = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                + "{\"metric\":{\"queue_name\":\"alice\"},\"value\":[1767225600.250,\"1.5\"]},"
                + "{\"metric\":{\"queue_name\":\"bob\"},\"value\":[1767225600.250,\"20\"]}]}}";
        String sum = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                + "{\"metric\":{},\"value\":[1767225600.250,\"21.5\"]}]}}";
        for (String around : new String[] {
            "sum_over_time((%s)[168h0m0s:1m0s])",
            "sum_over_time((((%s) * (0.5^((1767225600 - time()) / 600.000000))))[10m0s:1m0s])"
        }) {
            String usage = "query=" + URLEncoder.encode(String.format(around, "fairstream_usage"), UTF_8);
            String capacity = "query=" + URLEncoder.encode(String.format(around, "fairstream_usage_capacity"), UTF_8);
            assertEquals(
                    byQueue,
                    queues.answer(usage + "&time=1767225600.25", values, NOW).body());
            assertEquals(
                    sum,
                    queues.answer(capacity + "&time=1767225600.25", values, NOW).body());
            assertEquals(
                    sum.replace("21.5", "1"),
                    queues.answer(capacity, Map.of("alice", 0.0), NOW).body());
            assertEquals(
                    400,
                    queues.answer("query=" + URLEncoder.encode(String.format(around, "up"), UTF_8), values, NOW)
                            .status());
        }
    }

    @Test
    void anythingElseIsBadData() {
        String refused =
                "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"invalid parameter \\\"query\\\": ";
        assertEquals(
                new Queues.Response(
                        400,
                        refused + "sum(up) (expected: one of fairstream_usage; each also with"
                                + " _capacity behind it, and in KAI's form)\"}"),
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
