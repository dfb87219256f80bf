package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of {@code docs} that sets a system beside Fairstream, and whether what it names is there.
 *
 * @param commands that it names
 */
record DocsPage(String text, List<String> commands) {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");

    static DocsPage read(String name, List<String> commands) {
        try {
            return new DocsPage(Files.readString(DOCS.resolve(name)), commands);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** First cells of the rows that begin with such a one, in order. */
    List<String> rows(String name) {
        return text.lines()
                .filter(line -> line.matches("\\| " + name + " \\|.*"))
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
    }

    /** That each command is named and there, and has the options, more than so many. */
    void assertCommandsAndOptions(int least) {
        Set<String> known = new TreeSet<>();
        for (String command : commands) {
            assertTrue(text.contains("`" + command), command);
            Console help = Console.run(Stream.concat(Stream.of(command.split(" ", -1)), Stream.of("--help"))
                    .toArray(String[]::new));
            assertTrue(String.join(" ", help.out()).contains(" fairstream " + command + " "), command);
            help.out().forEach(line -> known.addAll(options(line)));
        }
        Set<String> named = options(text);
        assertTrue(named.size() > least, named::toString);
        named.removeAll(known);
        assertEquals(Set.of(), named);
    }

    private static Set<String> options(String text) {
        return OPTION.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** That what it quotes of Fairstream is an option, a command, a key, perhaps with a value that it takes, or known otherwise. */
    void assertKnown(Predicate<String> otherwise) {
        Set<String> unknown = text.lines()
                .flatMap(DocsPage::ours)
                .filter(quoted -> !otherwise.test(quoted)
                        && !quoted.startsWith("--")
                        && commands.stream().noneMatch(command -> (quoted + " ").startsWith(command + " "))
                        && !isKey(quoted))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), unknown);
    }

    /** Returns the quotations in the last column of a table, and outside of tables. */
    private static Stream<String> ours(String line) {
        String text = line.startsWith("|") ? line.substring(line.lastIndexOf('|', line.length() - 2)) : line;
        return QUOTED.matcher(text).results().map(match -> match.group(1));
    }

    private static boolean isKey(String quoted) {
        int equals = quoted.indexOf('=');
        if (equals > 0) {
            Settings.parse(Map.of(quoted.substring(0, equals), quoted.substring(equals + 1)));
            return true;
        }
        return Keys.all().stream().anyMatch(key -> key.name.equals(quoted));
    }

    /** That its links, at least so many, lead somewhere. */
    void assertLinks(int least) {
        List<String> links =
                LINK.matcher(text).results().map(match -> match.group(1)).toList();
        assertTrue(links.size() >= least, links::toString);
        links.forEach(link -> assertTrue(Files.exists(DOCS.resolve(link)), link));
    }
}
