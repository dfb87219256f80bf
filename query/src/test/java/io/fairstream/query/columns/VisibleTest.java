package io.fairstream.query.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisibleTest {
    private static final String DISGUISED = "\u202elive\u202c@example.org";
    private static final String SHOWN = "\\u202Elive\\u202C@example.org";

    @Test
    void whatTheEyeCannotSeeIsShownByItsNumber() {
        assertEquals(SHOWN, Visible.text(DISGUISED));
        assertEquals("a\\u000Ab\\u001B[2Jc", Visible.text("a\nb\u001b[2Jc"));
        assertEquals("alice\\u200B", Visible.text("alice\u200b"));
        assertEquals("alice\\u2028\\uE0041", Visible.text("alice\u2028" + Character.toString(0xE0041)));
        assertEquals("half \\uD83D", Visible.text("half \ud83d"));
    }

    /** Unicode's Default_Ignorable_Code_Point, and an empty Braille cell. */
    @Test
    void lettersAndMarksWithoutAGlyphAreShownByTheirNumbers() {
        for (int sign : new int[] {
            0x34f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x2060, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe0100
        }) {
            assertEquals(String.format("alice\\u%04X", sign), Visible.text("alice" + Character.toString(sign)));
        }
    }

    @Test
    void aWriterShowsThemInAllThatIsPrinted() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(Visible.writer(text));
        out.printf("%s:\t1%n", DISGUISED);
        out.print('\u200b');
        out.flush();
        assertEquals(SHOWN + ":\t1\n\\u200B", text.toString());
    }

    @Test
    void lettersOfAnyLanguageStay() {
        for (String name : List.of("plain | text", "Jürgen", "שלום", "李雷", "👩", "e\u0301")) {
            assertEquals(name, Visible.text(name));
        }
    }

    @Test
    void cellsSentencesAndWarningsShowIt() {
        List<Column<String>> columns = new Columns<String>()
                .text("name", name -> name)
                .report(List.of())
                .columns();
        assertEquals(
                List.of(List.of(SHOWN)),
                ShownCells.of(columns, List.of(DISGUISED), null, ZoneOffset.UTC).rows());
        assertEquals(
                List.of(new Section.Sentence("Of\t" + SHOWN + "\nall"), new Section.Warning(SHOWN)),
                new Document().say("Of\t" + DISGUISED + "\nall").warn(DISGUISED).sections());
    }
}
