package io.fairstream.cli.condor;

import io.fairstream.htcondor.match.RecordOutcomes;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of the entries of a file, for a person to read. */
public final class FindingLines {
    private FindingLines() {}

    /** One line for what was used, and one for each reason to leave entries out. */
    public static void print(String name, RecordOutcomes findings, PrintWriter err) {
        Map<String, Long> used = new LinkedHashMap<>();
        Map<String, Long> leftOut = new LinkedHashMap<>();
        findings.counts()
                .forEach((finding, entries) -> (finding.isUsed() ? used : leftOut).put(finding.text(), entries));
        print(name, "entries", used, leftOut, err);
    }

    /**
     * As {@link #print(String, RecordOutcomes, PrintWriter)}.
     *
     * @param entries what is counted
     * @param used how many are what
     * @param leftOut how many are not used for which reason
     */
    public static void print(
            String name, String entries, Map<String, Long> used, Map<String, Long> leftOut, PrintWriter err) {
        String counts = used.entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "%,d %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining(", "));
        long total = Stream.of(used, leftOut)
                .flatMap(each -> each.values().stream())
                .mapToLong(Long::longValue)
                .sum();
        err.printf(Locale.ROOT, "%s: %,d %s: %s%n", name, total, entries, counts.isEmpty() ? "none of use" : counts);
        leftOut.forEach(
                (reason, times) -> err.printf(Locale.ROOT, "%s: %,d %s left out: %s%n", name, times, entries, reason));
        err.flush();
    }
}
