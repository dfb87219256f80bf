package io.fairstream.query.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Report<Integer> ROWS = new Columns<Integer>()
            .text("name", number -> "n" + number)
            .number("now.rank", number -> number)
            .number("then.rank", number -> number == 2 ? null : number + 1)
            .number("now.share", number -> number / 2.0)
            .report(List.of(1, 2));

    @Test
    void aDottedNameIsAFieldOfAnObjectUnlessItHasNoValue() {
        assertEquals(
                List.of(
                        Map.of("name", "n1", "now", Map.of("rank", 1, "share", 0.5), "then", Map.of("rank", 2)),
                        Map.of("name", "n2", "now", Map.of("rank", 2, "share", 1.0))),
                ShownReport.fields(ROWS));
    }

    @Test
    void peopleSeeALargerUnitAndProgramsTheValue() {
        Report<Integer> sent = new Columns<Integer>()
                .number("diskReadBytes", number -> number == 3 ? null : number * 1000)
                .shownIn("kB", 1e3, "Bytes")
                .report(List.of(1, 2, 3));
        assertEquals(List.of("DISK READ (kB)", "1.00", "2.00", ""), ShownReport.lines(sent));
        assertEquals(Map.of("diskReadBytes", 2000), ShownReport.fields(sent).get(1));
        assertEquals("kB", sent.columns().get(0).unit());
    }

    @Test
    void peopleSeeTheNameInWords() {
        assertEquals(
                List.of("NAME|NOW RANK|THEN RANK|NOW SHARE", "n1|1|2|0.5000", "n2|2||1.0000"), ShownReport.lines(ROWS));
    }
}
