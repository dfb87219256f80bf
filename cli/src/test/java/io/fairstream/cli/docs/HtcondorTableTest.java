package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names in {@code docs/htcondor.md} exist. */
class HtcondorTableTest {
    private static final String NEGOTIATOR = "io.fairstream.client.negotiation.";
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z:-]*");
    private static final Pattern CODE = Pattern.compile("`([A-Z]\\w*(?:\\.\\w+)*)`");

    private final List<String> lines = lines("docs/htcondor.md");

    @Test
    void hasEachRowOnce() {
        List<String> rows = lines.stream()
                .filter(line -> line.matches("\\| [UA]\\d+ .*"))
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
        List<String> expected = new ArrayList<>();
        IntStream.rangeClosed(1, 22).forEach(row -> expected.add("U" + row));
        IntStream.rangeClosed(1, 30).forEach(row -> expected.add("A" + row));
        assertEquals(expected, rows);
    }

    @Test
    void itsOptionsAreThere() {
        Set<String> named = new TreeSet<>();
        Stream.concat(lines.stream(), lines("connectors/htcondor/README.md").stream())
                .forEach(line ->
                        OPTION.matcher(line).results().map(MatchResult::group).forEach(named::add));
        assertTrue(named.size() > 40, named.toString());
        Set<String> known = Stream.concat(
                        Stream.of("userprio", "negotiate", "what-if", "explain", "replay", "scan")
                                .flatMap(command -> Console.run(command, "--help").out().stream()),
                        lines("docs/userprio.md").stream())
                .flatMap(line -> OPTION.matcher(line).results().map(MatchResult::group))
                .collect(Collectors.toSet());
        named.removeAll(known);
        assertEquals(Set.of(), named);
    }

    @Test
    void theNegotiatorsClassesAreThere() {
        Set<String> missing = new TreeSet<>();
        lines.stream()
                .filter(line -> line.matches("\\| A\\d+ .*"))
                .flatMap(line -> CODE.matcher(line.split("\\|", -1)[3]).results())
                .map(match -> match.group(1))
                .filter(name -> !name.equals("SimulatedPool") && !isThere(name))
                .forEach(missing::add);
        assertEquals(Set.of(), missing);
    }

    private static boolean isThere(String name) {
        int dot = name.lastIndexOf('.');
        if (isClass(name.replace('.', '$'))) {
            return true;
        }
        return dot > 0 && hasMember(name.substring(0, dot).replace('.', '$'), name.substring(dot + 1));
    }

    private static boolean isClass(String name) {
        try {
            Class.forName(NEGOTIATOR + name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean hasMember(String owner, String member) {
        try {
            Class<?> type = Class.forName(NEGOTIATOR + owner);
            return Stream.concat(Arrays.stream(type.getDeclaredFields()), Arrays.stream(type.getDeclaredMethods()))
                    .anyMatch(one -> one.getName().equals(member));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of("..").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
