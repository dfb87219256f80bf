package io.fairstream.boinc;

import java.util.ArrayList;
import java.util.List;

/**
 * Reader of lines of words; empty lines and lines that begin with # are ignored. Error messages never contain a line, because it may
 * include a secret.
 */
final class Lines {
    private Lines() {}

    /** A non-empty line; the first line of the file is number 1. */
    record Line(int number, List<String> words) {
        Line {
            words = List.copyOf(words);
        }
    }

    /**
     * Returns the words of each line.
     *
     * @throws IllegalArgumentException with the number of a line that has a wrong number of words
     */
    static List<Line> read(List<String> lines, int fewest, int most, String expected) {
        List<Line> read = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            List<String> words = List.of(line.split("\\s+"));
            if (words.size() < fewest || words.size() > most) {
                throw problem(i + 1, words.size() + " words (expected: " + expected + ")");
            }
            read.add(new Line(i + 1, words));
        }
        return read;
    }

    static IllegalArgumentException problem(int line, String problem) {
        return new IllegalArgumentException("line " + line + ": " + problem);
    }
}
