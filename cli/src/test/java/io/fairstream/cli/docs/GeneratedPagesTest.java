package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.config.Keys;
import io.fairstream.cli.Console;
import io.fairstream.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Pages of settings and commands are generated from the program; {@code -Dgolden.write=true} rewrites them. */
class GeneratedPagesTest {
    @Test
    void settings() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Settings

                Of `run`, `standalone` and `fold`, and of commands that [read settings](operate.md#settings). Also shown by
                `fairstream run --help-config`.

                | setting | default | meaning | value |
                |---|---|---|---|
                """);
        Keys.all().forEach(key -> page.append(row(key)));
        page.append("""
                | `kafka.*` |  | Any property of Kafka Streams and its clients, with their own prefixes, such as \
                `kafka.producer.linger.ms`, `kafka.topic.segment.bytes` or `kafka.security.protocol`. |  |
                """);
        assertPage("settings.md", page.toString());
    }

    private static String row(ConfigKey key) {
        String value = key.defaultValue.equals("") ? "" : "`" + key.defaultValue + "`";
        return ("| `" + key.name + "` | " + value + " | " + cell(key.documentation) + " | " + cell("" + key.validator)
                        + " |\n")
                .replace("|  |", "| |");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;");
    }

    @Test
    void commands() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Commands

                As `fairstream help COMMAND` prints them. [Options](#options) has those of several commands.
                """);
        append(Main.commandLine(), "", page);
        page.append(section("options"));
        assertPage("commands.md", page.toString());
    }

    private static void append(CommandLine command, String path, StringBuilder page) {
        for (CommandLine below : new LinkedHashSet<>(command.getSubcommands().values())) {
            String name = path + below.getCommandName();
            page.append(section(name));
            append(below, name + " ", page);
        }
    }

    private static String section(String name) {
        String help = String.join("\n", Console.run(("help " + name).split(" ")).out());
        return "\n## " + name + "\n\n```\n" + help.strip() + "\n```\n";
    }

    private static void assertPage(String name, String expected) throws IOException {
        Path page = ProjectFiles.ROOT.resolve("docs").resolve(name);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(page, expected);
        }
        assertEquals(expected, Files.readString(page));
    }
}
