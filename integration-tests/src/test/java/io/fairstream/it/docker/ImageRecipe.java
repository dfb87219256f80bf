package io.fairstream.it.docker;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Dockerfile.
 *
 * @param instructions comments left out, one a line
 */
record ImageRecipe(List<String> instructions) {
    private static final Pattern LIST = Pattern.compile("\\[.*]$");

    static ImageRecipe read() {
        String joined = DockerFiles.text(DockerFiles.RECIPE)
                .replaceAll("(?m)^#.*\\R", "")
                .replaceAll("\\\\\\R\\s*", "");
        return new ImageRecipe(joined.lines().filter(line -> !line.isBlank()).toList());
    }

    List<String> entrypoint() {
        return words(last("ENTRYPOINT "));
    }

    List<String> command() {
        return words(last("CMD "));
    }

    List<String> healthCheck() {
        return words(last("HEALTHCHECK "));
    }

    /** Returns the text after the last instruction of this kind. */
    String last(String kind) {
        return instructions.stream()
                .filter(instruction -> instruction.startsWith(kind))
                .reduce((before, after) -> after)
                .map(instruction -> instruction.substring(kind.length()).strip())
                .orElseThrow();
    }

    private static List<String> words(String argument) {
        Matcher list = LIST.matcher(argument);
        if (!list.find()) {
            throw new AssertionError(argument + " (expected: a list, so that no shell stands between)");
        }
        return YamlNode.parse(list.group()).texts();
    }
}
