package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellsTest {

    @ParameterizedTest(name = "{0} takes {1}")
    @CsvSource({
        "alice,      5",
        "'',         0",
        "Zoë,        3",
        "山田太郎,    8",
        "김철수@서울, 11",
        "e\u0301cole, 5",
        "😀,         2",
    })
    void aWideLetterTakesTwoCellsAndACombiningOneNone(String text, int cells) {
        assertEquals(cells, Cells.width(text));
    }

    @ParameterizedTest(name = "{0} in {1} cells")
    @CsvSource({
        "alice@example.org, 20, alice@example.org",
        "alice@example.org, 17, alice@example.org",
        "alice@example.org, 8,  alice@e…",
        "山田太郎,           7,  山田太…",
        "山田太郎,           6,  山田…",
        "alice,             1,  …",
    })
    void whatIsTooLongEndsInAnEllipsis(String text, int cells, String expected) {
        assertEquals(expected, Cells.cut(text, cells));
    }

    @Test
    void wordsAreWrappedAndNeverCut() {
        assertEquals(List.of("EFFECTIVE", "PRIORITY"), Cells.wrapped("EFFECTIVE PRIORITY", 10));
        assertEquals(List.of("EFFECTIVE PRIORITY"), Cells.wrapped("EFFECTIVE PRIORITY", 18));
        assertEquals(List.of("OF", "ALL"), Cells.wrapped("OF\nALL", 10));
        assertEquals(List.of("EFFECTIVE"), Cells.wrapped("EFFECTIVE", 2));
    }
}
