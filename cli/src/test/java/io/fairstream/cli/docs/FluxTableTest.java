package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import io.fairstream.rules.share.FairShares;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Key;
import io.fairstream.streams.config.Keys;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** What {@code docs/flux.md} names is there: whatever it quotes, but flux's own names, is told apart here. */
class FluxTableTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");

    private static final List<String> COMMANDS =
            List.of("report usage", "report jobs", "report efficiency", "report cluster utilization", "audit", "run");

    /** Names that stand for others like them, formulas, and what is checked otherwise. */
    private static final Set<String> OTHERS = Set.of(
            "fairstream",
            "root/physics/alice",
            "UNKNOWN/user",
            "rank/N",
            "Σ D^k · raw[P(T) - k]",
            "node=1",
            "FluxDefectsTest",
            FairShares.class.getSimpleName(),
            "topology/rules");

    private final String page = page();

    @Test
    void hasEachOfFluxsFeaturesAndDefectsOnce() {
        assertEquals(IntStream.rangeClosed(1, 25).mapToObj(Integer::toString).toList(), rows("\\d+"));
        assertEquals(IntStream.rangeClosed(1, 10).mapToObj(row -> "Q" + row).toList(), rows("Q\\d+"));
    }

    private List<String> rows(String name) {
        return page.lines()
                .filter(line -> line.matches("\\| " + name + " \\|.*"))
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
    }

    @Test
    void itsCommandsAndOptionsAreThere() {
        Set<String> known = new TreeSet<>();
        for (String command : COMMANDS) {
            assertTrue(page.contains("`" + command), command);
            Console help = Console.run(Stream.concat(Stream.of(command.split(" ", -1)), Stream.of("--help"))
                    .toArray(String[]::new));
            assertTrue(String.join(" ", help.out()).contains(" fairstream " + command + " "), command);
            help.out().forEach(line -> known.addAll(options(line)));
        }
        Set<String> named = options(page);
        assertTrue(named.size() > 10, named::toString);
        named.removeAll(known);
        assertEquals(Set.of(), named);
    }

    private static Set<String> options(String text) {
        return OPTION.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void itsTopicsFieldsAndKeysAreThere() {
        Set<String> unknown = page.lines()
                .flatMap(FluxTableTest::ours)
                .filter(quoted -> !isThere(quoted))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), unknown);
    }

    /** What is quoted in the last column of a table, and outside of tables. */
    private static Stream<String> ours(String line) {
        String text = line.startsWith("|") ? line.substring(line.lastIndexOf('|', line.length() - 2)) : line;
        return QUOTED.matcher(text).results().map(match -> match.group(1));
    }

    private static boolean isThere(String quoted) {
        return OTHERS.contains(quoted)
                || quoted.startsWith("--")
                || COMMANDS.stream().anyMatch(command -> (quoted + " ").startsWith(command + " "))
                || Topics.named(quoted).isPresent()
                || Topics.all().stream()
                        .anyMatch(topic -> topic.schema().map(Schema::getFields).stream()
                                .flatMap(List::stream)
                                .anyMatch(field -> field.name().equals(quoted)))
                || isKey(quoted);
    }

    /** A key, perhaps with a value, which it must take. */
    private static boolean isKey(String quoted) {
        int equals = quoted.indexOf('=');
        if (equals > 0) {
            Settings.parse(Map.of(quoted.substring(0, equals), quoted.substring(equals + 1)));
            return true;
        }
        return Keys.all().stream().map(Key::name).anyMatch(quoted::equals);
    }

    @Test
    void itsLinksLeadSomewhere() {
        List<String> links =
                LINK.matcher(page).results().map(match -> match.group(1)).toList();
        assertTrue(links.size() >= 3, links::toString);
        links.forEach(link -> assertTrue(Files.exists(Path.of("..", "docs").resolve(link)), link));
    }

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "flux.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
