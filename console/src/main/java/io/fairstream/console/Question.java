package io.fairstream.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A command with what it is asked, as the command line would have it.
 *
 * @param words the command's name, those of its subcommands, and its arguments
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
        sorted.sort(Comparator.comparing(Option::name)); // stable: the values of one keep their order
        options = List.copyOf(sorted);
    }

    /** The command's name, or empty. */
    public String command() {
        return words.isEmpty() ? "" : words.get(0);
    }
}
