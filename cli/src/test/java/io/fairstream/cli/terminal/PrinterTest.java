package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One report as people and programs get it. */
class PrinterTest {
    private static final Instant AT = Instant.parse("2026-01-05T08:00:00Z");

    /** A made-up row. */
    private record Use(
            String user,
            @Nullable Double share,
            double usedSeconds,
            @Nullable Instant last,
            List<String> banks) {}

    private static final Columns<Use> COLUMNS = new Columns<Use>()
            .text("user", Use::user)
            .number("share", Use::share)
            .hours("usedSeconds", Use::usedSeconds)
            .time("lastUse", Use::last)
            .text("banks", Use::banks)
            .add("rank", Format.WHOLE, use -> 7)
            .unshown();

    private static final List<Use> USES = List.of(
            new Use("alice", 0.5, 7200, AT, List.of("root/a", "root/b")),
            new Use("山田, \"太郎\"", 4.0, 5400, null, List.of()),
            new Use("a|b", null, 0, AT, List.of("root/c")));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private List<String> print(OutputFormat look, Document document) {
        new Printer(look, new PrintWriter(out), new PrintWriter(err)).print(document);
        return out.toString().lines().toList();
    }

    private static OutputFormat look(OutputFormat.Form form, int width, String... columns) {
        return new OutputFormat(form, List.of(columns), width, false, ZoneOffset.UTC);
    }

    private static OutputFormat people() {
        return look(OutputFormat.Form.TEXT, OutputFormat.UNLIMITED);
    }

    private static Document uses() {
        return Document.of(COLUMNS.report(USES));
    }

    @Test
    void peopleSeeAlignedColumnsWithOneNumberOfDecimalsAndNoBlanksBehind() {
        assertEquals(
                List.of(
                        "USER           SHARE  USED (h)  LAST USE              BANKS",
                        "------------  ------  --------  --------------------  -------------",
                        "alice         0.5000      2.00  2026-01-05T08:00:00Z  root/a root/b",
                        "山田, \"太郎\"  4.0000      1.50",
                        "a|b                       0.00  2026-01-05T08:00:00Z  root/c"),
                print(people(), uses()));
    }

    @Test
    void programsGetExactValuesUnderTheSameNames() {
        assertEquals(
                List.of(
                        "{\"user\":\"alice\",\"share\":0.5,\"usedSeconds\":7200.0,\"lastUse\":\"2026-01-05T08:00:00Z\",\"banks\":[\"root/a\",\"root/b\"],\"rank\":7}",
                        "{\"user\":\"山田, \\\"太郎\\\"\",\"share\":4.0,\"usedSeconds\":5400.0,\"banks\":[],\"rank\":7}",
                        "{\"user\":\"a|b\",\"usedSeconds\":0.0,\"lastUse\":\"2026-01-05T08:00:00Z\",\"banks\":[\"root/c\"],\"rank\":7}"),
                print(look(OutputFormat.Form.JSON, OutputFormat.UNLIMITED), uses()));
    }

    @Test
    void csvHasALineOfNames() {
        assertEquals(
                List.of(
                        "user,share,usedSeconds,lastUse,banks,rank",
                        "alice,0.5,7200.0,2026-01-05T08:00:00Z,root/a root/b,7",
                        "\"山田, \"\"太郎\"\"\",4.0,5400.0,,,7",
                        "a|b,,0.0,2026-01-05T08:00:00Z,root/c,7"),
                print(look(OutputFormat.Form.CSV, OutputFormat.UNLIMITED), uses()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rank,user", "RANK,USER", "Rank,User"})
    void columnsAreChosenByNameInTheOrderAskedFor(String names) {
        assertEquals(
                List.of("rank,user", "7,alice"),
                print(look(OutputFormat.Form.CSV, OutputFormat.UNLIMITED, names.split(",", -1)), uses())
                        .subList(0, 2));
    }

    @Test
    void whatPeopleReadAboveAColumnIsANameOfItToo() {
        assertEquals(
                "lastUse",
                print(look(OutputFormat.Form.CSV, OutputFormat.UNLIMITED, "LAST USE"), uses())
                        .get(0));
    }

    @Test
    void anUnknownColumnIsRefusedWithThoseThereAre() {
        Failure failure = assertThrows(
                Failure.class, () -> print(look(OutputFormat.Form.TEXT, OutputFormat.UNLIMITED, "usr"), uses()));
        assertEquals(
                "--columns: \"usr\" (expected: user, share, usedSeconds, lastUse, banks, rank)", failure.getMessage());
    }

    @ParameterizedTest(name = "{0} columns")
    @ValueSource(ints = {20, 40, 52, 60, 80, 120})
    void noLineIsLongerThanTheTerminal(int width) {
        Use longest = new Use("user-" + "x".repeat(110), 123456.789, 1e9, AT, List.of("root/" + "b".repeat(60)));
        List<String> lines = print(look(OutputFormat.Form.TEXT, width), Document.of(COLUMNS.report(List.of(longest))));
        lines.forEach(line -> assertTrue(width < 40 || Cells.width(line) <= width, line));
        assertTrue(lines.get(lines.size() - 1).startsWith("user-xx"), lines::toString);
    }

    @Test
    void columnsWithoutRoomAreNamed() {
        print(look(OutputFormat.Form.TEXT, 40), uses());
        assertTrue(err.toString().contains("left out, the terminal is too narrow: "), err::toString);
        assertTrue(err.toString().contains("banks (--columns chooses, --wide shows all)"), err::toString);
    }

    @Test
    void aColumnThatCanBeSparedIsLeftOutBeforeNamesAreCutOrOthersLeftOut() {
        Columns<Use> columns = new Columns<Use>()
                .text("user", Use::user)
                .time("lastUse", Use::last)
                .leftOutFirst()
                .number("share", Use::share)
                .number("rank", use -> 7);
        Document document = Document.of(columns.report(List.of(new Use("alice@example.org", 4.0, 1, AT, List.of())))
                .withSum(new Use("sum", 4.0, 1, null, List.of())));
        List<String> lines = print(look(OutputFormat.Form.TEXT, 35), document);
        assertEquals("USER               SHARE  RANK", lines.get(0));
        assertEquals("alice@example.org      4     7", lines.get(2));
        assertEquals("sum                    4     7", lines.get(4));
        assertTrue(err.toString().contains("too narrow: lastUse (--columns"), err::toString);
    }

    /** Found cut: a user's name to twelve characters, and an edit, beside a column that nobody had filled. */
    @Test
    void aColumnWithoutValuesIsLeftOutAndTheNameOfARowIsCutAfterOtherTexts() {
        Columns<Use> columns = new Columns<Use>()
                .text("user", Use::user)
                .text("refused", use -> "")
                .text("edit", use -> "set the factor to 5 until 2026-01-06T03:00:00Z");
        Use alice = new Use("alice@example.org", 4.0, 1, AT, List.of());
        List<String> lines = print(look(OutputFormat.Form.TEXT, 44), Document.of(columns.report(List.of(alice))));
        assertEquals(
                List.of(
                        "USER               EDIT",
                        "-----------------  -------------------------",
                        "alice@example.org  set the factor to 5 until",
                        "                   2026-01-06T03:00:00Z"),
                lines);
        assertTrue(err.toString().contains("too narrow: refused (--columns"), err::toString);
        out.getBuffer().setLength(0);
        Columns<Use> numbers = new Columns<Use>()
                .text("user", Use::user)
                .text("bank", use -> "root/physics/theory")
                .number("share", Use::share);
        assertEquals(
                "alice@example.org  root/physic…      4",
                print(look(OutputFormat.Form.TEXT, 38), Document.of(numbers.report(List.of(alice))))
                        .get(2));
    }

    @Test
    void aSumStandsBelowALineForPeopleOnly() {
        Report<Use> report = COLUMNS.report(USES).withSum(new Use("sum", 4.5, 12600, null, List.of()));
        List<String> lines = print(people(), Document.of(report));
        assertTrue(lines.get(lines.size() - 2).startsWith("----"), lines::toString);
        assertTrue(lines.get(lines.size() - 1).startsWith("sum"), lines::toString);
        out.getBuffer().setLength(0);
        assertEquals(
                3,
                print(look(OutputFormat.Form.JSON, OutputFormat.UNLIMITED), Document.of(report))
                        .size());
    }

    @Test
    void severalReportsAreToldApartByTheirPart() {
        Document document = Document.of(COLUMNS.report(USES.subList(0, 1)).as("use"))
                .say("For people.")
                .with(new Columns<String>()
                        .text("note", note -> note)
                        .report(List.of("x"))
                        .as("note"));
        assertEquals(
                List.of("part,user", "use,alice"),
                print(look(OutputFormat.Form.CSV, OutputFormat.UNLIMITED, "user"), document));
        out.getBuffer().setLength(0);
        List<String> json = print(look(OutputFormat.Form.JSON, OutputFormat.UNLIMITED), document);
        assertTrue(json.get(0).startsWith("{\"part\":\"use\",\"user\":\"alice\""), json::toString);
        assertEquals("{\"part\":\"note\",\"note\":\"x\"}", json.get(1));
        out.getBuffer().setLength(0);
        assertTrue(print(people(), document).contains("For people."));
    }

    @Test
    void peopleSeeTimesInTheirZoneAndRowsInTheOrderForThem() {
        OutputFormat berlin = new OutputFormat(
                OutputFormat.Form.TEXT, List.of("user", "lastUse"), 80, false, ZoneId.of("Europe/Berlin"));
        Report<Use> report =
                COLUMNS.report(USES).sorted(Comparator.comparing(Use::user).reversed());
        List<String> lines = print(berlin, Document.of(report));
        assertEquals(
                List.of("a|b           2026-01-05T09:00:00+01:00", "alice         2026-01-05T09:00:00+01:00"),
                lines.subList(3, 5));
    }

    @ParameterizedTest
    @EnumSource
    void warningsStandApartFromRowsInAllForms(OutputFormat.Form form) {
        Document document = Document.of(COLUMNS.report(USES)).warn("charges are missing");
        List<String> lines = print(look(form, OutputFormat.UNLIMITED), document);
        assertTrue(lines.stream().noneMatch(line -> line.contains("missing")), lines.toString());
        assertEquals("charges are missing\n", err.toString());
    }

    @Test
    void colourIsForHeadersOfATerminalThatShowsIt() {
        OutputFormat coloured = new OutputFormat(OutputFormat.Form.TEXT, List.of("user"), 80, true, ZoneOffset.UTC);
        List<String> lines = print(coloured, uses());
        assertEquals("\u001B[1mUSER\u001B[0m", lines.get(0));
        assertEquals(
                4,
                Collections.frequency(
                        lines.stream().map(line -> line.contains("\u001B")).toList(), false));
    }

    /** A finding that is read for its detail. */
    private record Finding(String name, Instant from, String detail) {}

    @Test
    void onANarrowTerminalTimesLoseTheirSecondsAndTheLastTextGoesOnBelow() {
        List<Finding> findings =
                List.of(new Finding("alice@example.org", AT, "7 in the log = 6 applied + 0 duplicates"));
        Document document = Document.of(new Columns<Finding>()
                        .text("name", Finding::name)
                        .time("from", Finding::from)
                        .text("detail", Finding::detail)
                        .report(findings))
                .say("A sentence that is longer than what the terminal has room for.");
        assertEquals(
                List.of(
                        "NAME               FROM              DETAIL",
                        "-----------------  ----------------  -----------------------",
                        "alice@example.org  2026-01-05 08:00  7 in the log = 6",
                        "                                     applied + 0 duplicates",
                        "A sentence that is longer than what the terminal has room",
                        "for."),
                print(look(OutputFormat.Form.TEXT, 60), document));
    }
}
