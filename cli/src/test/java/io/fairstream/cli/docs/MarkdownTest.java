package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** All pages of the project can be read and compared in a terminal. */
class MarkdownTest {
    private static final int WIDTH = 120;
    private static final Pattern LINK = Pattern.compile("]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");

    private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");
    private static final Pattern COMMAND = Pattern.compile("(?:\\$ )?(?:\\./)?fairstream (.*)");
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

    @Test
    void linesOfTextAreShort() throws IOException {
        List<String> pages = new ArrayList<>();
        List<String> wide = new ArrayList<>();
        for (Path file : ProjectFiles.endingWith(".md")) {
            pages.add(file.toString());
            wide.addAll(wideLines(file));
        }
        assertTrue(pages.size() > 40, pages::toString);
        assertEquals(List.of(), wide);
    }

    /** Returns the lines outside of tables and code that are too wide. */
    private static List<String> wideLines(Path page) throws IOException {
        List<String> wide = new ArrayList<>();
        boolean isCode = false;
        for (String line : Files.readAllLines(page)) {
            isCode ^= line.strip().startsWith("```");
            boolean isText =
                    !isCode && !line.startsWith("    ") && !line.strip().startsWith("|");
            // a code span is one word
            if (isText
                    && line.length() > WIDTH
                    && line.replaceAll("`[^`]*`", "x").strip().contains(" ")) {
                wide.add(ProjectFiles.ROOT.relativize(page) + ": " + line);
            }
        }
        return wide;
    }

    @Test
    void eachLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : ProjectFiles.endingWith(".md")) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(page)).results().toList()) {
                links++;
                Path target = link.group(1).isEmpty()
                        ? page
                        : page.resolveSibling(link.group(1)).normalize();
                String heading = link.group(2);
                if (!Files.exists(target)
                        || (heading != null && !headings(target).contains(heading))) {
                    broken.add(ProjectFiles.ROOT.relativize(page) + ": " + link.group());
                }
            }
        }
        assertTrue(links > 100, links + " links");
        assertEquals(List.of(), broken);
    }

    /** Each command parses, with all its options, also on pages whose commands no other test runs. */
    @Test
    void eachCommandOfAPageParses() throws IOException {
        List<String> refused = new ArrayList<>();
        int commands = 0;
        for (Path page : ProjectFiles.endingWith(".md")) {
            for (String line : commands(page)) {
                commands++;
                try {
                    Main.commandLine().parseArgs(words(line).toArray(String[]::new));
                } catch (ParameterException e) {
                    refused.add(ProjectFiles.ROOT.relativize(page) + ": " + line + ": " + e.getMessage());
                }
            }
        }
        assertTrue(commands > 80, commands + " commands");
        assertEquals(List.of(), refused);
    }

    /** Returns the commands of a page's code, in one line each, without the program's name. */
    private static List<String> commands(Path page) throws IOException {
        List<String> commands = new ArrayList<>();
        boolean isCode = false;
        for (String line : CONTINUED
                .matcher(Files.readString(page))
                .replaceAll(" ")
                .lines()
                .toList()) {
            isCode ^= line.strip().startsWith("```");
            Matcher command = COMMAND.matcher(line);
            if (isCode && command.matches() && !line.contains("[")) { // not a synopsis
                commands.add(command.group(1).strip());
            }
        }
        return commands;
    }

    /** Splits a command as a shell does, as far as one command goes. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        for (MatchResult word : WORD.matcher(command).results().toList()) {
            if (word.group().matches("[|<>&;#]|2>.*")) {
                break;
            }
            words.add(word.group().replaceAll("['\"]", ""));
        }
        return words;
    }

    /** Returns the anchors of a page's headings, as GitHub makes them. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> headings = new HashSet<>();
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("#")) {
                headings.add(line.replaceFirst("#+ ", "")
                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{Alnum}_ -]", "")
                        .replace(' ', '-'));
            }
        }
        return headings;
    }
}
