package io.fairstream.cli.terminal;

import java.time.ZoneId;
import java.util.List;

/**
 * Look of printed rows.
 *
 * @param asked names of the requested columns, in order; empty for the default columns
 * @param width of the terminal in cells; {@link #UNLIMITED} if there is none, or if nothing may be cut
 * @param isColoured whether the terminal shows colours and the user wants them
 * @param zone time zone of times shown to people; programs get UTC
 */
public record OutputFormat(Form form, List<String> asked, int width, boolean isColoured, ZoneId zone) {
    /** Width for lines of any length. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public OutputFormat {
        asked = List.copyOf(asked);
    }

    /** Output format of rows. */
    public enum Form {
        /** Aligned columns, for people. */
        TEXT,
        /** JSON lines, one row a line. */
        JSON,
        /** Comma-separated values below a line of names. */
        CSV
    }
}
