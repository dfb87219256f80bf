package io.fairstream.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A command with its arguments and options, as on the command line.
 *
 * @param words names of the command and subcommands, then the arguments
 * @param options in the order of their names
 */
public record Question(List<String> words, List<Option> options) {

    /**
     * An option.
     *
     * @param name without dashes
     * @param value empty for a flag
     */
    public record Option(String name, String value) {}

    public Question {
        words = List.copyOf(words);
        List<Option> sorted = new ArrayList<>(options);
        sorted.sort(Comparator.comparing(Option::name)); // stable: repeated options keep their order
        options = List.copyOf(sorted);
    }

    /** The command's name; empty if there is none. */
    public String command() {
        return words.isEmpty() ? "" : words.get(0);
    }
}
