package io.fairstream.query.shares;

import io.fairstream.rules.AllocatedResources;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A hypothetical job.
 *
 * @param bank path or name
 */
public record AddedJob(String user, String bank, Duration time, AllocatedResources held) {
    private static final List<String> NAMES = List.of("user", "bank", "hours", "nodes", "cpus", "gpus", "mem");
    private static final String EXPECTED =
            "such as nodes=64,hours=10,user=alice,bank=physics; also cpus, gpus, mem=512G";
    private static final BigDecimal MILLIS_OF_HOUR = BigDecimal.valueOf(3_600_000);
    private static final String UNITS = "KMGTP";
    private static final double STEP = 1024;

    /**
     * Parses {@code nodes=64,hours=10,user=alice,bank=physics}; memory is in MiB, or in its unit as in {@code 512G}.
     *
     * @throws IllegalArgumentException with the expected syntax
     */
    public static AddedJob parse(String text) {
        Map<String, String> values = new HashMap<>();
        for (String item : text.split(",", -1)) {
            int equals = item.indexOf('=');
            String name = item.substring(0, Math.max(0, equals)).strip();
            if (!NAMES.contains(name)
                    || values.put(name, item.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("\"" + item + "\" (expected: " + EXPECTED + ")");
            }
        }
        for (String name : List.of("user", "bank", "hours")) {
            if (values.getOrDefault(name, "").isEmpty()) {
                throw new IllegalArgumentException(name + ": missing (expected: " + EXPECTED + ")");
            }
        }
        return job(values);
    }

    private static AddedJob job(Map<String, String> values) {
        String hours = values.getOrDefault("hours", "");
        if (!hours.matches("\\d{1,7}(\\.\\d{1,9})?")) {
            throw new IllegalArgumentException("hours: " + hours + " (expected: a number above 0)");
        }
        Duration time =
                Duration.ofMillis(new BigDecimal(hours).multiply(MILLIS_OF_HOUR).longValue());
        if (time.isZero()) {
            throw new IllegalArgumentException("hours: " + hours + " (expected: a number above 0)");
        }
        Integer nodes = count(values, "nodes");
        Integer processors = count(values, "cpus");
        Integer gpus = count(values, "gpus");
        return new AddedJob(
                values.getOrDefault("user", ""),
                values.getOrDefault("bank", ""),
                time,
                new AllocatedResources(
                        processors == null ? 0 : processors,
                        nodes,
                        gpus == null ? 0 : gpus,
                        memory(values.get("mem"))));
    }

    private static @Nullable Integer count(Map<String, String> values, String name) {
        String text = values.get(name);
        if (text != null && !text.matches("\\d{1,8}")) {
            throw new IllegalArgumentException(name + ": " + text + " (expected: a whole number)");
        }
        return text == null ? null : Integer.valueOf(text);
    }

    private static long memory(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        if (!text.matches("\\d{1,9}[KkMmGgTtPp]?")) {
            throw new IllegalArgumentException(
                    "mem: " + text + " (expected: MiB, or a number with its unit like 512G)");
        }
        String last = text.substring(text.length() - 1).toUpperCase(Locale.ROOT);
        int unit = UNITS.indexOf(last);
        double amount = Double.parseDouble(unit < 0 ? text : text.substring(0, text.length() - 1));
        return Math.round(unit < 0 ? amount : amount * Math.pow(STEP, unit - UNITS.indexOf('M')));
    }
}
