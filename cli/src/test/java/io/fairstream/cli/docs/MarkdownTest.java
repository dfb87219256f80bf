package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All pages of the project can be read and compared in a terminal. */
class MarkdownTest {
    private static final int WIDTH = 120;
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");

    @Test
    void linesOfTextAreShort() throws IOException {
        List<String> pages = new ArrayList<>();
        List<String> wide = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT, 3)) {
            files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.iterate(ROOT.relativize(file), each -> each != null, Path::getParent)
                            .noneMatch(each -> NOT_OURS.contains(String.valueOf(each.getFileName()))))
                    .forEach(file -> {
                        pages.add(file.toString());
                        wide.addAll(wideLines(file));
                    });
        }
        assertTrue(pages.size() > 40, pages::toString);
        assertEquals(List.of(), wide);
    }

    /** Returns the lines outside of tables and code that are too wide. */
    private static List<String> wideLines(Path page) {
        List<String> wide = new ArrayList<>();
        boolean isCode = false;
        try {
            for (String line : Files.readAllLines(page)) {
                isCode ^= line.strip().startsWith("```");
                boolean isText =
                        !isCode && !line.startsWith("    ") && !line.strip().startsWith("|");
                // a code span is one word
                if (isText
                        && line.length() > WIDTH
                        && line.replaceAll("`[^`]*`", "x").strip().contains(" ")) {
                    wide.add(ROOT.relativize(page) + ": " + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return wide;
    }
}
