package io.fairstream.cli.condor;

import io.fairstream.htcondor.match.Finding;
import io.fairstream.htcondor.match.Findings;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What became of the entries of a file, for a person to read. */
public final class FindingLines {
    private FindingLines() {}

    /** One line for what was used, and one for each reason to leave entries out. */
    public static void print(String name, Findings findings, PrintWriter err) {
        Map<Finding, Long> counts = findings.counts();
        String used = counts.entrySet().stream()
                .filter(count -> count.getKey().isUsed())
                .map(count -> String.format(
                        Locale.ROOT, "%,d %s", count.getValue(), count.getKey().text()))
                .collect(Collectors.joining(", "));
        err.printf(Locale.ROOT, "%s: %,d entries: %s%n", name, findings.total(), used.isEmpty() ? "none of use" : used);
        counts.forEach((finding, entries) -> {
            if (!finding.isUsed()) {
                err.printf(Locale.ROOT, "%s: %,d entries left out: %s%n", name, entries, finding.text());
            }
        });
        err.flush();
    }
}
