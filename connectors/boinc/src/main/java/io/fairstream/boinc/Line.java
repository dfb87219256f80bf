package io.fairstream.boinc;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of words. Empty lines and lines that begin with # are ignored. Error messages never contain a line, because it may include a
 * secret.
 *
 * @param number of the line; the first line of the file is number 1
 */
record Line(int number, List<String> words) {
    Line {
        words = List.copyOf(words);
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
            Line next = new Line(i + 1, List.of(line.split("\\s+")));
            int words = next.words().size();
            if (words < fewest || words > most) {
                throw next.problem(words + " words (expected: " + expected + ")");
            }
            read.add(next);
        }
        return read;
    }

    /** Returns the error of this line. */
    IllegalArgumentException problem(String problem) {
        return new IllegalArgumentException("line " + number + ": " + problem);
    }
}
