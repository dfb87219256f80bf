package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All pages of the project can be read and compared in a terminal. */
class MarkdownTest {
    private static final int WIDTH = 120;

    @Test
    void linesOfTextAreShort() throws IOException {
        List<String> pages = new ArrayList<>();
        List<String> wide = new ArrayList<>();
        for (Path file : ProjectFiles.endingWith(".md")) {
            pages.add(file.toString());
            wide.addAll(wideLines(file));
        }
        assertTrue(pages.size() > 40, pages::toString);
        assertEquals(List.of(), wide);
    }

    /** Returns the lines outside of tables and code that are too wide. */
    private static List<String> wideLines(Path page) throws IOException {
        List<String> wide = new ArrayList<>();
        boolean isCode = false;
        for (String line : Files.readAllLines(page)) {
            isCode ^= line.strip().startsWith("```");
            boolean isText =
                    !isCode && !line.startsWith("    ") && !line.strip().startsWith("|");
            // a code span is one word
            if (isText
                    && line.length() > WIDTH
                    && line.replaceAll("`[^`]*`", "x").strip().contains(" ")) {
                wide.add(ProjectFiles.ROOT.relativize(page) + ": " + line);
            }
        }
        return wide;
    }
}
