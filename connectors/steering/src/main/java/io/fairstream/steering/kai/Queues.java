package io.fairstream.steering.kai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /api/v1/query} as Prometheus does, for metrics that each have a value by queue. It knows no PromQL: a query is the name
 * of a metric.
 *
 * @param metrics names that can be asked for
 */
public record Queues(Set<String> metrics) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public Queues {
        metrics = Set.copyOf(metrics);
    }

    /**
     * An answer over HTTP.
     *
     * @param status 200 or 400
     * @param body JSON
     */
    public record Response(int status, String body) {}

    /**
     * The answer to a query.
     *
     * @param parameters those of the address or of a form's body, encoded as there
     * @param values by queue, the same for each metric
     * @param now of the values
     */
    public Response answer(String parameters, Map<String, Double> values, Instant now) {
        String query = parameter(parameters, "query");
        if (query == null || query.isBlank()) {
            return refusal("invalid parameter \"query\": unknown position: parse error: no expression found in input");
        }
        String metric = query.strip();
        if (!metrics.contains(metric)) {
            return refusal("invalid parameter \"query\": " + metric + " (expected: one of "
                    + String.join(", ", metrics.stream().sorted().toList()) + ")");
        }
        BigDecimal time = BigDecimal.valueOf(now.toEpochMilli(), 3).setScale(3, RoundingMode.UNNECESSARY);
        List<Object> result = new ArrayList<>();
        new TreeMap<>(values)
                .forEach((queue, value) -> result.add(ordered(
                        "metric", ordered("__name__", metric, "queue_name", queue),
                        "value", List.of(time, text(value)))));
        Map<String, Object> data = ordered("resultType", "vector", "result", result);
        return new Response(200, json(ordered("status", "success", "data", data)));
    }

    private static Response refusal(String error) {
        Map<String, Object> body = ordered("status", "error", "errorType", "bad_data");
        body.put("error", error);
        return new Response(400, json(body));
    }

    /** As Prometheus writes samples: without a fraction where there is none. */
    private static String text(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return Double.isNaN(value)
                ? "NaN"
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static @Nullable String parameter(String parameters, String name) {
        for (String pair : parameters.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals >= 0 && pair.substring(0, equals).equals(name)) {
                try {
                    return URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
        }
        return null;
    }

    private static Map<String, Object> ordered(String one, Object first, String other, Object second) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(one, first);
        map.put(other, second);
        return map;
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
