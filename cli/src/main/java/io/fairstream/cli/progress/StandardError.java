package io.fairstream.cli.progress;

import io.fairstream.cli.terminal.Screen;

/** Reader of standard error: a person at a terminal, or anything else. */
final class StandardError {
    private StandardError() {}

    /** True if a person sees standard error on a terminal that can go back in its line. */
    static boolean isTerminal() {
        String kind = System.getenv("TERM");
        return kind != null && !kind.equals("dumb") && Screen.ofErrors().isPresent();
    }
}
