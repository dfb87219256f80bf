package io.fairstream.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.cli.report.Sheet.Format;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SheetTest {
    private static final Instant EIGHT = Instant.parse("2026-03-02T08:00:00Z");
    private static final List<Row> ROWS = List.of(
            new Row("alice", 4_500_000_000L, 0.25, EIGHT), new Row("bob, \"the\" wörker\nand more", -1, null, null));

    private record Row(
            String name,
            long micros,
            @Nullable Double ratio,
            @Nullable Instant at) {}

    @Test
    void jsonHasWholeMicrosecondsAndUtcAndLeavesOutWhatIsNull() {
        assertEquals(
                List.of(
                        "{\"name\":\"alice\",\"usedMicros\":4500000000,\"share\":0.25,\"at\":\"2026-03-02T08:00:00Z\"}",
                        "{\"name\":\"bob, \\\"the\\\" wörker\\nand more\",\"usedMicros\":-1}"),
                printed(Unit.HOURS, Format.JSON));
    }

    @Test
    void csvHasTheUnitAndQuotesWhatNeedsIt() {
        assertEquals(
                List.of(
                        "name,usedHours,share,at",
                        "alice,1.25,0.250000,2026-03-02T09:00:00+01:00",
                        "\"bob, \"\"the\"\" wörker",
                        "and more\",0,,"),
                printed(Unit.HOURS, Format.CSV));
        assertEquals(
                "alice,75,0.250000,2026-03-02T09:00:00+01:00",
                printed(Unit.MINUTES, Format.CSV).get(1));
        assertEquals(
                "alice,4500,0.250000,2026-03-02T09:00:00+01:00",
                printed(Unit.SECONDS, Format.CSV).get(1));
        assertEquals(
                "alice,50,0.250000,2026-03-02T09:00:00+01:00",
                printed(Unit.PERCENT, Format.CSV).get(1));
    }

    @Test
    void csvOfNothingStillNamesTheColumns() {
        StringWriter text = new StringWriter();
        sheet(Unit.HOURS).print(Format.CSV, List.of(), null, new PrintWriter(text));
        assertEquals("name,usedHours,share,at\n", text.toString());
    }

    @Test
    void peopleSeeTheUnitAndASum() {
        StringWriter text = new StringWriter();
        sheet(Unit.HOURS).print(Format.TEXT, ROWS.subList(0, 1), ROWS.get(0), new PrintWriter(text));
        assertEquals(
                List.of(
                        " NAME  | USED | SHARE  | AT                        ",
                        "-------+------+--------+---------------------------",
                        " alice | 1.25 | 25.0 % | 2026-03-02T09:00:00+01:00 ",
                        "-------+------+--------+---------------------------",
                        " alice | 1.25 | 25.0 % | 2026-03-02T09:00:00+01:00 "),
                text.toString().lines().toList());
    }

    private static List<String> printed(Unit unit, Format format) {
        StringWriter text = new StringWriter();
        sheet(unit).print(format, ROWS, null, new PrintWriter(text));
        return text.toString().lines().toList();
    }

    /** Percent is of 9000 s. */
    private static Sheet<Row> sheet(Unit unit) {
        return new Sheet<Row>(unit, ZoneId.of("Europe/Berlin"))
                .text("NAME", "name", Row::name)
                .processorTime("USED", "used", Row::micros, row -> 9_000_000_000L)
                .ratio("SHARE", "share", Row::ratio)
                .time("AT", "at", Row::at);
    }
}
