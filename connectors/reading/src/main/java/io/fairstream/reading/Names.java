package io.fairstream.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Names here of a scheduler's users, where one person shall have one name in all clusters. Lines {@code THEIRS = OURS}; the first
 * that matches holds. A {@code *} on the left matches any characters, a {@code *} on the right stands for them, so that
 * {@code *@pool.local = *} takes a domain away. {@code #} begins a comment. A name that no line matches, or of which nothing
 * would be left, stays as it is.
 */
public final class Names {
    private static final Names NONE = new Names(List.of());

    private final List<Rule> rules;

    private Names(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    private record Rule(String theirs, String ours) {
        boolean matches(String name) {
            int star = theirs.indexOf('*');
            return star < 0
                    ? theirs.equals(name)
                    : name.length() >= theirs.length() - 1
                            && name.startsWith(theirs.substring(0, star))
                            && name.endsWith(theirs.substring(star + 1));
        }

        String apply(String name) {
            int star = theirs.indexOf('*');
            return star < 0
                    ? ours
                    : ours.replace("*", name.substring(star, name.length() - (theirs.length() - star - 1)));
        }
    }

    /** Every name stays as it is. */
    public static Names none() {
        return NONE;
    }

    /**
     * Reads the names of a file.
     *
     * @throws MalformedException with file, line and what is expected, if a line cannot be understood
     */
    public static Names read(Path file) throws IOException, MalformedException {
        return of(file.toString(), Files.readAllLines(file));
    }

    /** As {@link #read}, of lines. */
    static Names of(String file, List<String> lines) throws MalformedException {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").trim();
            if (!line.isEmpty()) {
                rules.add(rule(file + ":" + (i + 1), line));
            }
        }
        return new Names(rules);
    }

    private static Rule rule(String where, String line) throws MalformedException {
        String[] sides = line.split("=", -1);
        if (sides.length != 2 || sides[0].isBlank() || sides[1].isBlank()) {
            throw new MalformedException(where + ": \"" + line + "\" (expected: THEIRS = OURS)");
        }
        String theirs = sides[0].trim();
        String ours = sides[1].trim();
        if (theirs.indexOf('*') != theirs.lastIndexOf('*')) {
            throw new MalformedException(where + ": \"" + theirs + "\" (expected: one * at most)");
        }
        if (ours.contains("*") && !theirs.contains("*")) {
            throw new MalformedException(where + ": \"" + line + "\" (expected: a * on the left, too)");
        }
        return new Rule(theirs, ours);
    }

    /** Name here of a user of the scheduler. */
    public String ours(String theirs) {
        return rules.stream()
                .filter(rule -> rule.matches(theirs))
                .findFirst()
                .map(rule -> rule.apply(theirs))
                .filter(ours -> !ours.isBlank())
                .orElse(theirs);
    }
}
