package io.fairstream.cli.feed;

import io.fairstream.reading.RecordOutcomes;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints the outcomes of a file's records as lines for people. */
public final class FindingLines {
    private FindingLines() {}

    /** Prints one line for the used records, one for each reason to leave records out, and one for each note. */
    public static void print(String name, String records, RecordOutcomes outcomes, PrintWriter err) {
        String used = outcomes.used().entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "%,d %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining(", "));
        err.printf(
                Locale.ROOT, "%s: %,d %s: %s%n", name, outcomes.total(), records, used.isEmpty() ? "none used" : used);
        printLeftOut(name, records, outcomes, err);
    }

    /** Prints one line for each reason to leave records out, and one for each note. */
    public static void printLeftOut(String name, String records, RecordOutcomes outcomes, PrintWriter err) {
        outcomes.leftOut()
                .forEach((reason, times) ->
                        err.printf(Locale.ROOT, "%s: %,d %s left out: %s%n", name, times, records, reason));
        outcomes.notes().forEach((note, times) -> err.printf(Locale.ROOT, "%s: %,d %s%n", name, times, note.text()));
        err.flush();
    }

    /** Prints one line with the number of missing or wrong items of each kind. */
    public static void printMissed(String name, Map<String, Long> missed, PrintWriter err) {
        String all = missed.entrySet().stream()
                .map(count -> String.format(Locale.ROOT, "%,d %s", count.getValue(), count.getKey()))
                .collect(Collectors.joining("; "));
        err.println(name + ": "
                + (all.isEmpty() ? "nothing that is charged was left out or assumed" : "left out or assumed: " + all));
        err.flush();
    }
}
