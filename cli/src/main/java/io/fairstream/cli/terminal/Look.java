package io.fairstream.cli.terminal;

import java.time.ZoneId;
import java.util.List;

/**
 * Look of printed rows.
 *
 * @param asked names of the columns that are wanted, in their order; empty for the usual ones
 * @param width of the terminal in cells; {@link #UNLIMITED} if there is none, or if nothing is to be cut
 * @param isColoured whether the terminal shows colours, and its user wants them
 * @param zone in which people see times; programs get them in UTC
 */
public record Look(Form form, List<String> asked, int width, boolean isColoured, ZoneId zone) {
    /** No line is too long. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public Look {
        asked = List.copyOf(asked);
    }

    /** For whom rows are. */
    public enum Form {
        /** Aligned columns, for people. */
        TEXT,
        /** JSON lines, one row a line. */
        JSON,
        /** Comma-separated values below a line of names. */
        CSV
    }
}
