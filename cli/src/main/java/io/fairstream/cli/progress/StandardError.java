package io.fairstream.cli.progress;

import org.jline.nativ.CLibrary;

/** Who reads what goes to standard error. */
final class StandardError {
    private static final int DESCRIPTOR = 2;

    private StandardError() {}

    /** Whether a person sees it on a terminal that can go back in its line. */
    static boolean isTerminal() {
        String kind = System.getenv("TERM");
        if (kind == null || kind.equals("dumb")) {
            return false;
        }
        try {
            return CLibrary.isatty(DESCRIPTOR) == 1;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }
}
