package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.cli.Console;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names in {@code docs/slurm.md} exist. */
class SlurmTableTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z:-]*");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final List<String> COMMANDS = List.of(
            "jobs",
            "report cluster utilization",
            "report cluster utilization-by",
            "report cluster account-utilization-by-user",
            "report user top",
            "report job sizes",
            "report efficiency",
            "report jobs",
            "report runaway",
            "slurm-bridge",
            "shares",
            "shares load",
            "shares set",
            "replay",
            "agent",
            "produce");

    private final String page = page();

    @Test
    void itsCommandsAndOptionsAreThere() {
        Set<String> known = COMMANDS.stream()
                .flatMap(command -> Console.run(Stream.concat(Stream.of(command.split(" ", -1)), Stream.of("--help"))
                                .toArray(String[]::new))
                        .out()
                        .stream())
                .flatMap(line -> OPTION.matcher(line).results().map(MatchResult::group))
                .collect(Collectors.toSet());
        Set<String> named =
                OPTION.matcher(page).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(named.size() > 4, named::toString);
        named.removeAll(known);
        assertEquals(Set.of(), named);
        COMMANDS.forEach(command -> assertTrue(page.contains("`" + command), command));
    }

    @Test
    void itsTopicsAndKeysAreThere() {
        Set<String> quoted =
                QUOTED.matcher(page).results().map(match -> match.group(1)).collect(Collectors.toSet());
        for (String topic :
                List.of("jobs", "job-accounting", "nodes", "user-accounting", "session-deltas", "job-events")) {
            assertTrue(quoted.contains(topic) && Topics.named(topic).isPresent(), topic);
        }
        Set<String> keys = Keys.all().stream().map(key -> key.name).collect(Collectors.toSet());
        for (String key : List.of("jobs.retention", "jobs.max", "usage.halflife")) {
            assertTrue(quoted.contains(key) && keys.contains(key), key);
        }
    }

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "slurm.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
