package io.fairstream.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads a message as strictly as APEL's server: known keys, each once, the mandatory ones there, whole numbers, ends within the month.
 *
 * @param blocks by key, in their order
 */
record ApelMessage(String header, List<Map<String, String>> blocks) {
    private static final Set<String> WORDS = Set.of(
            "Site", "GlobalUserName", "VO", "VOGroup", "VORole", "SubmitHost", "Infrastructure", "InfrastructureType");
    private static final Set<String> NUMBERS = Set.of(
            "Month",
            "Year",
            "NodeCount",
            "Processors",
            "EarliestEndTime",
            "LatestEndTime",
            "WallDuration",
            "CpuDuration",
            "NumberOfJobs");
    private static final Set<String> NORMALISED = Set.of("NormalisedWallDuration", "NormalisedCpuDuration");
    private static final List<String> MANDATORY =
            List.of("Site", "Month", "Year", "WallDuration", "CpuDuration", "NumberOfJobs");

    static ApelMessage parse(String text) {
        assertTrue(text.endsWith("%%\n"), text);
        List<String> lines = text.lines().toList();
        List<Map<String, String>> blocks = new ArrayList<>();
        Map<String, String> block = new LinkedHashMap<>();
        boolean isNormalised = !lines.get(0).equals("APEL-summary-job-message: v0.2");
        for (String line : lines.subList(1, lines.size())) {
            if (line.equals("%%")) {
                check(block, isNormalised, lines.get(0).endsWith("v0.4"));
                blocks.add(block);
                block = new LinkedHashMap<>();
            } else {
                String[] pair = line.split(": ", 2);
                assertEquals(2, pair.length, line);
                assertEquals(null, block.put(pair[0], pair[1]), "again: " + line);
            }
        }
        assertTrue(block.isEmpty());
        return new ApelMessage(lines.get(0), blocks);
    }

    private static void check(Map<String, String> block, boolean isNormalised, boolean hasNames) {
        assertTrue(block.keySet().containsAll(MANDATORY), block.toString());
        assertEquals(isNormalised, block.keySet().containsAll(NORMALISED), block.toString());
        assertEquals(!isNormalised, block.containsKey("InfrastructureType"));
        assertEquals(isNormalised, block.containsKey("Infrastructure"));
        block.forEach((key, value) -> {
            if (NORMALISED.contains(key)) {
                assertTrue(
                        value.matches(
                                hasNames ? "\\{(hepspec|HEPscore23): \\d+(, (hepspec|HEPscore23): \\d+)*\\}" : "\\d+"),
                        value);
            } else if (NUMBERS.contains(key)) {
                assertTrue(value.matches("\\d+"), key + ": " + value);
            } else {
                assertTrue(WORDS.contains(key) && !value.isBlank(), key + ": " + value);
            }
        });
        if (block.containsKey("EarliestEndTime")) {
            String month =
                    String.format(Locale.ROOT, "%s-%02d", block.get("Year"), Long.parseLong(number(block, "Month")));
            for (String end : List.of("EarliestEndTime", "LatestEndTime")) {
                assertEquals(
                        month,
                        Instant.ofEpochSecond(Long.parseLong(number(block, end)))
                                .toString()
                                .substring(0, 7));
            }
        }
    }

    private static String number(Map<String, String> block, String key) {
        return block.getOrDefault(key, "");
    }

    long sum(String key) {
        return blocks.stream()
                .mapToLong(block -> Long.parseLong(number(block, key)))
                .sum();
    }
}
