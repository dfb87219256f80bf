package io.fairstream.nemesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Findings of a campaign.
 *
 * @param healed by fault, milliseconds until all partitions went on
 * @param comparisons of tables with the undisturbed run's
 */
public record Verdict(
        long seed, List<Fault> schedule, Map<Fault, Long> healed, List<Check> checks, List<Comparison> comparisons) {
    private static final int MAX_SHOWN = 5;

    /** Returns true if all checks hold. */
    public boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }

    /** The tables: of kinds of faults, of the topics compared, of checks; and rows that differ. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format("%-20s %6s %18s  %s", "kind of fault", "faults", "longest to heal", "verdict"));
        Map<Kind, List<Fault>> byKind = new TreeMap<>();
        schedule.forEach(fault ->
                byKind.computeIfAbsent(fault.kind(), any -> new ArrayList<>()).add(fault));
        byKind.forEach((kind, faults) -> lines.add(String.format(
                "%-20s %6d %18s  %s", kind, faults.size(), longest(faults), holds() ? "ok" : "see below")));
        lines.add(String.format(
                "%-20s %6d %18s  %s", "all", schedule.size(), longest(schedule), holds() ? "ok" : "WRONG"));
        lines.add("");
        lines.add(String.format("%-20s %8s %8s %10s", "table", "equal", "near", "differing"));
        comparisons.forEach(each -> lines.add(String.format(
                "%-20s %8d %8d %10d",
                each.table(), each.equal(), each.near(), each.differing().size())));
        lines.add("");
        checks.forEach(check -> lines.add(check.toString()));
        comparisons.forEach(each -> each.differing().stream().limit(MAX_SHOWN).forEach(lines::add));
        return lines;
    }

    private String longest(List<Fault> faults) {
        return faults.stream()
                .map(healed::get)
                .filter(java.util.Objects::nonNull)
                .max(Long::compare)
                .map(millis -> String.format(Locale.ROOT, "%.1f s", millis / 1e3))
                .orElse("-");
    }
}
