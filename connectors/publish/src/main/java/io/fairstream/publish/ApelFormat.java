package io.fairstream.publish;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * APEL's summaries of jobs, in the formats {@code SummaryRecord}, {@code NormalisedSummaryRecord} and
 * {@code NormalisedSummaryRecord04}: a first line with the name of the format, then blocks of {@code key: value} with a
 * line {@code %%} after each.
 *
 * <p>Without a benchmark it is version 0.2, which has no normalised durations; with {@code hepspec} alone version 0.3;
 * with other benchmarks version 0.4, which names them. Durations are whole seconds, times seconds since 1970, months
 * and times of UTC.
 *
 * @param benchmarks by name, {@code hepspec} or {@code HEPscore23}: the result for one core; empty for none
 */
public record ApelFormat(Map<String, BigDecimal> benchmarks) {
    private static final String HEPSPEC = "hepspec";
    private static final String SCORE = "HEPscore23";
    private static final List<String> WHO =
            List.of("Site", "Month", "Year", "GlobalUserName", "VO", "VOGroup", "VORole", "SubmitHost");
    private static final List<String> SIZE =
            List.of("NodeCount", "Processors", "EarliestEndTime", "LatestEndTime", "WallDuration", "CpuDuration");

    public ApelFormat {
        benchmarks = new TreeMap<>(benchmarks);
        benchmarks.forEach((name, value) -> {
            boolean isKnown = name.equals(HEPSPEC) || name.equals(SCORE);
            if (!isKnown || value.signum() <= 0) {
                throw new IllegalArgumentException(
                        "benchmark: " + name + "=" + value + " (expected: hepspec=N or HEPscore23=N, N above 0)");
            }
        });
    }

    /** Returns the first line. */
    public String header() {
        if (benchmarks.isEmpty()) {
            return "APEL-summary-job-message: v0.2";
        }
        return hasNames() ? "APEL-normalised-summary-message: v0.4" : "APEL-summary-job-message: v0.3";
    }

    private boolean hasNames() {
        return !benchmarks.keySet().equals(Set.of(HEPSPEC));
    }

    /** Returns the key for the origin of jobs, grid or local; its name differs in the first version. */
    String infrastructure() {
        return benchmarks.isEmpty() ? "InfrastructureType" : "Infrastructure";
    }

    /** Returns all keys of a block, in their order. */
    List<String> keys() {
        List<String> keys = new ArrayList<>(WHO);
        keys.add(infrastructure());
        keys.addAll(SIZE);
        if (!benchmarks.isEmpty()) {
            keys.add("NormalisedWallDuration");
            keys.add("NormalisedCpuDuration");
        }
        keys.add("NumberOfJobs");
        return keys;
    }

    /** Returns {@code seconds x benchmark}, rounded; with names of the benchmarks if the format allows several. */
    String normalised(long seconds) {
        if (!hasNames()) {
            return product(seconds, Objects.requireNonNull(benchmarks.get(HEPSPEC)));
        }
        return benchmarks.entrySet().stream()
                .map(each -> each.getKey() + ": " + product(seconds, each.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String product(long seconds, BigDecimal benchmark) {
        return BigDecimal.valueOf(seconds)
                .multiply(benchmark)
                .setScale(0, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Returns a message of these blocks. */
    public String message(List<Map<String, String>> blocks) {
        StringBuilder text = new StringBuilder(header()).append('\n');
        for (Map<String, String> block : blocks) {
            new LinkedHashMap<>(block)
                    .keySet().stream()
                            .filter(key -> !keys().contains(key))
                            .findFirst()
                            .ifPresent(key -> {
                                throw new IllegalArgumentException(key + ": unknown (expected: " + keys() + ")");
                            });
            for (String key : keys()) {
                String value = block.get(key);
                if (value != null) {
                    text.append(key).append(": ").append(value).append('\n');
                }
            }
            text.append("%%\n");
        }
        return text.toString();
    }
}
