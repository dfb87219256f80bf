package io.fairstream.steering.schedulers;

/**
 * Output of a command, with its exit code.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param err its standard error
 */
record Output(int exit, String out, String err) {
    /** Returns the last non-blank line of standard error, otherwise of standard output; empty if there is none. */
    public String lastWords() {
        String words = last(err);
        return words.isEmpty() ? last(out) : words;
    }

    private static String last(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((one, next) -> next)
                .orElse("");
    }
}
