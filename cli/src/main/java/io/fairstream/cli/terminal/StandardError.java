package io.fairstream.cli.terminal;

/** Properties of the standard error stream. */
final class StandardError {
    private StandardError() {}

    /** True if standard error is a terminal that can redraw a line. */
    static boolean isTerminal() {
        String kind = System.getenv("TERM");
        return kind != null && !kind.equals("dumb") && Screen.ofErrors().isPresent();
    }
}
