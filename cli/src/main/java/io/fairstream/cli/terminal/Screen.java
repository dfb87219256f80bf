package io.fairstream.cli.terminal;

import java.util.Optional;
import org.jline.nativ.CLibrary;

/**
 * The terminal at standard output.
 *
 * @param columns in cells, at least 1
 * @param lines at least 1
 */
public record Screen(int columns, int lines) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** The terminal at standard error. */
    public static Optional<Screen> ofErrors() {
        return of(STANDARD_ERROR);
    }

    /** The terminal as large as it is now; none where standard output goes to a file or pipe, or no library knows the system. */
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
     * True if colours can be shown on the terminal: not if the user's environment has NO_COLOR, see no-color.org, or if the
     * terminal is dumb.
     */
    public static boolean isColoured() {
        String refused = System.getenv("NO_COLOR");
        return (refused == null || refused.isEmpty()) && !"dumb".equals(System.getenv("TERM")) && now().isPresent();
    }
}
