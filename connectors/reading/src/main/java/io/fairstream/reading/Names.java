package io.fairstream.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Mapping of a scheduler's user names to ours, so that a person has one name in all clusters. Lines are
 * {@code THEIRS = OURS}; the first matching one applies. A {@code *} on the left matches any characters, which replace
 * a {@code *} on the right: {@code *@pool.local = *} removes a domain. {@code #} begins a comment. A name is unchanged
 * if no line matches, or the result would be empty.
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

    /** Returns a mapping that changes no name. */
    public static Names none() {
        return NONE;
    }

    /**
     * Reads the mapping from a file.
     *
     * @throws MalformedException with file, line and expectation, if a line is invalid
     */
    public static Names read(Path file) throws IOException, MalformedException {
        return of(file.toString(), Files.readAllLines(file));
    }

    /** As {@link #read}, from lines. */
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
            throw new MalformedException(where + ": \"" + theirs + "\" (expected: at most one *)");
        }
        if (ours.contains("*") && !theirs.contains("*")) {
            throw new MalformedException(where + ": \"" + line + "\" (expected: a * on the left as well)");
        }
        return new Rule(theirs, ours);
    }

    /** Returns our name of a user of the scheduler. */
    public String ours(String theirs) {
        return rules.stream()
                .filter(rule -> rule.matches(theirs))
                .findFirst()
                .map(rule -> rule.apply(theirs))
                .filter(ours -> !ours.isBlank())
                .orElse(theirs);
    }
}
