package io.fairstream.simulation.command;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.simulation.Fault;
import io.fairstream.simulation.Plan;
import io.fairstream.simulation.Result;
import io.fairstream.simulation.history.Sent;
import io.fairstream.simulation.history.SentText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A failure as it was found, and the shortest history that fails as well.
 *
 * @param shortest the same where nothing shorter was looked for
 * @param file that holds the shortest one
 */
record FailureReport(Result found, Result shortest, Path file) {
    private static final int MAX_CHARACTERS = 600;
    private static final int MAX_BROKEN = 5;
    private static final int MAX_LINES = 8;
    private static final int MAX_FAULTS = 8;
    private static final int MAX_RECORDS = 30;

    /** People read sentences; programs get a row of the failure, and a row of each record. */
    Document document() {
        Document document = new Document().say("seed " + found.seed() + " fails:");
        say(document, found);
        if (!shortest.equals(found)) {
            document.say("the shortest history found that fails:");
            say(document, shortest);
        }
        sayRecords(document);
        return document.say(file + " holds this history; to run it again:")
                .say("  " + SimulateCommand.PROGRAM + " " + file)
                .say("")
                .with(new Columns<FailureReport>()
                        .text("seed", row -> row.found().seed())
                        .text("broken", row -> row.found().broken())
                        .text("faults", row -> texts(row.found().faults()))
                        .text("shortestBroken", row -> row.shortest().broken())
                        .text("shortestFaults", row -> texts(row.shortest().faults()))
                        .text("file", row -> row.file().toString())
                        .report(List.of(this))
                        .as("failures")
                        .forPrograms())
                .with(new Columns<Sent>()
                        .text("seed", row -> found.seed())
                        .text("topic", Sent::topic)
                        .add("partition", Format.WHOLE, Sent::partition)
                        .time("sent", row -> Instant.ofEpochMilli(row.timestamp()))
                        .text("key", row -> SentText.of(row).key())
                        .text("value", row -> SentText.of(row).value())
                        .report(shortest.plan().records())
                        .as("records")
                        .forPrograms());
    }

    private static List<String> texts(List<Fault> faults) {
        return faults.stream().map(Fault::toString).toList();
    }

    private static void say(Document document, Result result) {
        result.broken().stream().limit(MAX_BROKEN).forEach(broken -> sayLines(document, broken));
        sayMore(document, result.broken().size() - MAX_BROKEN, "things that do not hold");
        result.faults().stream().limit(MAX_FAULTS).forEach(fault -> document.say("  " + fault));
        sayMore(document, result.faults().size() - MAX_FAULTS, "faults");
        Plan plan = result.plan();
        document.say("  " + counted(plan.records().size(), "record") + ", at most "
                + counted(plan.instances(), "instance") + " and " + counted(plan.faults(), "fault"));
    }

    /** A text may be a stack trace, or two whole rows. */
    private static void sayLines(Document document, String broken) {
        List<String> lines = broken.strip().lines().map(String::strip).toList();
        for (int i = 0; i < Math.min(lines.size(), MAX_LINES); i++) {
            String line = lines.get(i);
            boolean isCut = line.length() > MAX_CHARACTERS;
            document.say((i == 0 ? "  " : "    ") + printable(isCut ? line.substring(0, MAX_CHARACTERS) + "…" : line));
        }
        sayMore(document, lines.size() - MAX_LINES, "lines");
    }

    /** Control characters would move the cursor or end the line. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private static void sayMore(Document document, int more, String what) {
        if (more > 0) {
            document.say("    and " + more + " more " + what);
        }
    }

    private void sayRecords(Document document) {
        List<Sent> records = shortest.plan().records();
        records.stream().limit(MAX_RECORDS).forEach(record -> {
            SentText text = SentText.of(record);
            document.say("  " + record.topic() + ", " + Instant.ofEpochMilli(record.timestamp()) + ", "
                    + (text.key() == null ? "no key" : "key " + printable(Objects.requireNonNull(text.key()))));
            document.say("    " + (text.value() == null ? "no value" : text.value()));
        });
        sayMore(document, records.size() - MAX_RECORDS, "records");
    }

    private static String counted(int number, String what) {
        return number == 1 ? "1 " + what : number + " " + what + "s";
    }
}
