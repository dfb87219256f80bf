package io.fairstream.cli.progress;

import io.fairstream.cli.terminal.Screen;

/** Who reads what goes to standard error. */
final class StandardError {
    private StandardError() {}

    /** Whether a person sees it on a terminal that can go back in its line. */
    static boolean isTerminal() {
        String kind = System.getenv("TERM");
        return kind != null && !kind.equals("dumb") && Screen.ofErrors().isPresent();
    }
}
