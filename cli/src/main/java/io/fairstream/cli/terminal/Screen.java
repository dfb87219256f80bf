package io.fairstream.cli.terminal;

import java.util.Optional;
import org.jline.nativ.CLibrary;

/**
 * Size of a terminal.
 *
 * @param columns in cells, at least 1
 * @param lines at least 1
 */
public record Screen(int columns, int lines) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** The terminal at standard error; empty if it is none. */
    public static Optional<Screen> ofErrors() {
        return of(STANDARD_ERROR);
    }

    /** Current size of the terminal at standard output; empty for a file or pipe, or if no library supports the system. */
    public static Optional<Screen> now() {
        return of(STANDARD_OUTPUT);
    }

    private static Optional<Screen> of(int descriptor) {
        try {
            if (CLibrary.isatty(descriptor) != 1) {
                return Optional.empty();
            }
            CLibrary.WinSize size = new CLibrary.WinSize();
            CLibrary.ioctl(descriptor, CLibrary.TIOCGWINSZ, size);
            return size.ws_col > 0 && size.ws_row > 0
                    ? Optional.of(new Screen(size.ws_col, size.ws_row))
                    : Optional.of(new Screen(80, 24));
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * True if standard output is a terminal that shows colours. It is not if the terminal is dumb, or if the environment contains
     * NO_COLOR (no-color.org).
     */
    public static boolean isColoured() {
        String refused = System.getenv("NO_COLOR");
        return (refused == null || refused.isEmpty()) && !"dumb".equals(System.getenv("TERM")) && now().isPresent();
    }
}
