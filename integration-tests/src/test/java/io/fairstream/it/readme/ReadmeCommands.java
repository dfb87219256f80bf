package io.fairstream.it.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of the README in the order in which they stand there. */
final class ReadmeCommands {
    /** A block without a language; what it shows need not be commands. */
    private static final Pattern BLOCK = Pattern.compile("^```\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern COMMANDS = Pattern.compile("^(\\./fairstream|head|mvn) .*", Pattern.DOTALL);
    private static final Pattern CONTINUED = Pattern.compile("(\\\\|\\|)\\n\\s*");

    private ReadmeCommands() {}

    static List<String> of(Path readme) throws IOException {
        List<String> commands = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(Files.readString(readme));
        while (blocks.find()) {
            String block = blocks.group(1);
            if (COMMANDS.matcher(block).matches()) {
                String joined =
                        CONTINUED.matcher(block).replaceAll(end -> end.group(1).equals("|") ? "| " : "");
                joined.lines().filter(line -> !line.isBlank()).forEach(commands::add);
            }
        }
        return commands;
    }
}
