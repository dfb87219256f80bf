package io.fairstream.htcondor.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntrySplitterTest {
    @Test
    void cutsWhereEntriesEndHoweverTheyAreWritten() {
        assertEquals(
                List.of(
                        "TEXT@1: 001 (1.0.0) x|y|",
                        "JSON@4: {\"a\":{\"b\":\"}{\\\"\"}}",
                        "JSON@4: {}",
                        "XML@6: <c><c></c></c>"),
                cut(
                        Ending.DOTS,
                        "001 (1.0.0) x\ny\r\n...\n[{\"a\":{\"b\":\"}{\\\"\"}}, {}\n]...\n<classads><c><c></c></c>\n</classads>"));
    }

    @Test
    void aLineThatCanOnlyBeginAnEntryBeginsOne() {
        assertEquals(
                List.of("TEXT@1 cut: 001 (1.0.0) x|", "TEXT@2: 005 (1.0.0) y|"),
                cut(Ending.DOTS, "001 (1.0.0) x\n005 (1.0.0) y\n...\n"));
        assertEquals(
                List.of("JSON@1 cut: {|\"a\": \"|", "JSON@3: {|}", "JSON@5 cut: {|", "TEXT@7: 005 (1.0.0) y|"),
                cut(Ending.DOTS, "{\n\"a\": \"\n{\n}\n{\n...\n005 (1.0.0) y\n...\n"));
        assertEquals(List.of("XML@1 cut: <c|", "XML@2: <c></c>"), cut(Ending.DOTS, "<c\n<c></c>\n"));
        assertEquals(List.of("TEXT@1 cut: what|", "JSON@2: {\"a\":1}"), cut(Ending.DOTS, "what\n{\"a\":1}\n"));
    }

    @Test
    void adsEndAtBlankLinesOrBanners() {
        assertEquals(
                List.of("TEXT@1: a = 1|*** EPOCH|", "TEXT@3: b = 2|c = 3|", "TEXT@7: d = 4|"),
                cut(Ending.BLANK_LINE, "a = 1\n*** EPOCH\nb = 2\nc = 3\n\n \nd = 4"));
    }

    @Test
    void anEntryThatIsTooLongIsTakenForNone() {
        String endless = "x".repeat(EntrySplitter.LONGEST + 10);
        List<RawEntry> pieces = pieces(Ending.DOTS, endless + "\n...\n001 (1.0.0) x\n...\n");
        assertEquals(
                List.of(false, true), pieces.stream().map(RawEntry::complete).toList());
        assertEquals(0, pieces.get(0).start());
    }

    @Test
    void itDoesNotMatterInWhichPortionsTheBytesCome() {
        String text =
                "001 (1.0.0) x\r\ny\r\n...\r\n[{\"a\":\"}\"},\n{\"é\":2}]\n<c>\n<c></c></c>\n...\n{\n{\n}\nwhat\n";
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            EntrySplitter splitter = new EntrySplitter(Ending.DOTS, 0, 1);
            List<RawEntry> pieces = new ArrayList<>();
            for (int from = 0; from < bytes.length; ) {
                int length = Math.min(bytes.length - from, 1 + random.nextInt(60));
                byte[] portion = new byte[length];
                System.arraycopy(bytes, from, portion, 0, length);
                splitter.cut(portion, length, pieces::add);
                from += length;
                if (random.nextInt(4) == 0) {
                    // as a follower that is started again: what was not given out is read again
                    from = (int) splitter.end();
                    splitter = new EntrySplitter(Ending.DOTS, splitter.end(), splitter.endLine());
                }
            }
            splitter.finish(pieces::add);
            assertEquals(pieces(Ending.DOTS, text), pieces, "seed " + seed);
        }
    }

    private static List<RawEntry> pieces(Ending ending, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<RawEntry> pieces = new ArrayList<>();
        EntrySplitter splitter = new EntrySplitter(ending, 0, 1);
        splitter.cut(bytes, bytes.length, pieces::add);
        splitter.finish(pieces::add);
        return pieces;
    }

    private static List<String> cut(Ending ending, String text) {
        return pieces(ending, text).stream()
                .map(piece -> piece.spelling() + "@" + piece.line() + (piece.complete() ? ": " : " cut: ")
                        + piece.text().replace('\n', '|'))
                .toList();
    }
}
