package io.fairstream.steering.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus endpoint {@code /api/v1/query} for metrics with a value by queue, and with the suffix {@value #CAPACITY}
 * the sum of all, by which KAI divides. It does not parse PromQL: a query is the name of a metric, or that name in
 * KAI's {@code sum_over_time}, with decay or without. Window and decay are ignored, as values are already decayed.
 *
 * @param metrics names of the metrics
 */
record Queues(Set<String> metrics) {
    /** Suffix of a metric's name for the sum over all queues. */
    public static final String CAPACITY = "_capacity";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LENGTH = "[0-9a-z.]+";
    private static final Pattern WINDOW =
            Pattern.compile("sum_over_time\\(\\((.*)\\)\\[" + LENGTH + ":" + LENGTH + "]\\)");
    private static final Pattern DECAYED =
            Pattern.compile("\\(\\((.*)\\) \\* \\(0\\.5\\^\\(\\([0-9]+ - time\\(\\)\\) / [0-9.]+\\)\\)\\)");

    public Queues {
        metrics = Set.copyOf(metrics);
    }

    /**
     * An HTTP response.
     *
     * @param status 200 or 400
     * @param body JSON
     */
    public record Response(int status, String body) {}

    /**
     * Answers a query.
     *
     * @param parameters those of the URL or of a form's body, still encoded
     * @param values by queue, the same for each metric
     * @param now time of the values
     */
    public Response answer(String parameters, Map<String, Double> values, Instant now) {
        String query = parameter(parameters, "query");
        if (query == null || query.isBlank()) {
            return refusal("invalid parameter \"query\": unknown position: parse error: no expression found in input");
        }
        String bare = query.strip();
        String metric = inside(DECAYED, inside(WINDOW, bare));
        Map<String, Object> labels = new LinkedHashMap<>();
        if (metric.equals(bare)) {
            labels.put("__name__", metric);
        }
        Map<String, Object> data;
        if (metrics.contains(metric)) {
            data = vector(labels, new TreeMap<>(values), now);
        } else if (metric.endsWith(CAPACITY)
                && metrics.contains(metric.substring(0, metric.length() - CAPACITY.length()))) {
            data = ordered("resultType", "vector", "result", List.of(sample(labels, capacity(values), now)));
        } else {
            return refusal("invalid parameter \"query\": " + bare + " (expected: one of "
                    + String.join(", ", metrics.stream().sorted().toList()) + "; each also with " + CAPACITY
                    + " behind it, and in KAI's form)");
        }
        return new Response(200, json(ordered("status", "success", "data", data)));
    }

    private static String inside(Pattern around, String text) {
        Matcher matcher = around.matcher(text);
        return matcher.matches() ? matcher.group(1) : text;
    }

    private static Map<String, Object> vector(
            Map<String, Object> labels, SortedMap<String, Double> values, Instant now) {
        List<Object> result = new ArrayList<>();
        values.forEach((queue, value) -> {
            Map<String, Object> own = new LinkedHashMap<>(labels);
            own.put("queue_name", queue);
            result.add(sample(own, value, now));
        });
        return ordered("resultType", "vector", "result", result);
    }

    private static Map<String, Object> sample(Map<String, Object> labels, double value, Instant now) {
        BigDecimal time = BigDecimal.valueOf(now.toEpochMilli(), 3);
        return ordered("metric", labels, "value", List.of(time, text(value)));
    }

    /** Nothing is divided by 0. */
    private static double capacity(Map<String, Double> values) {
        double sum = values.values().stream()
                .sorted()
                .mapToDouble(Double::doubleValue)
                .sum();
        return sum > 0 ? sum : 1;
    }

    private static Response refusal(String error) {
        Map<String, Object> body = ordered("status", "error", "errorType", "bad_data");
        body.put("error", error);
        return new Response(400, json(body));
    }

    /** Formats a sample like Prometheus: whole numbers without a fraction. */
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
