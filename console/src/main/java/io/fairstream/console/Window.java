package io.fairstream.console;

import io.fairstream.console.Commands.WrongOptionException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Selection of an answer's rows, and their format.
 *
 * @param sort the name of a column; empty for the command's own order
 * @param isDescending whether the largest comes first
 * @param find text that a text column of the row must contain, ignoring case; empty for all rows
 * @param offset number of rows to skip in each table
 * @param limit maximum number of rows of each table
 * @param part the only part whose tables are returned; empty for all
 * @param zone time zone of times shown to people
 * @param format format of the answer
 */
record Window(
        String sort, boolean isDescending, String find, int offset, int limit, String part, ZoneId zone, Form format) {
    private static final int USUAL = 200;
    private static final int MOST = 10_000;
    private static final int LONGEST = 200;

    /** Format in which an answer is written. */
    enum Form {
        /** For the console's pages. */
        PAGE,
        /** All rows, as the command's {@code --json}. */
        JSON,
        /** All rows, as the command's {@code --csv}. */
        CSV
    }

    /** Default window. */
    static final Window ALL = new Window("", false, "", 0, USUAL, "", ZoneOffset.UTC, Form.PAGE);

    /**
     * Reads the window from the options whose names begin with {@code _}.
     *
     * @throws WrongOptionException if an option is unknown or its value is wrong
     */
    static Window of(List<Question.Option> options) {
        Window window = ALL;
        for (Question.Option option : options) {
            window = window.with(option.name(), option.value());
        }
        return window;
    }

    private Window with(String name, String value) {
        return switch (name) {
            case "_sort" ->
                new Window(
                        value.startsWith("-") ? value.substring(1) : value,
                        value.startsWith("-"),
                        find,
                        offset,
                        limit,
                        part,
                        zone,
                        format);
            case "_find" -> new Window(sort, isDescending, shortText(name, value), offset, limit, part, zone, format);
            case "_offset" ->
                new Window(
                        sort, isDescending, find, count(name, value, 0, Integer.MAX_VALUE), limit, part, zone, format);
            case "_limit" ->
                new Window(sort, isDescending, find, offset, count(name, value, 1, MOST), part, zone, format);
            case "_part" -> new Window(sort, isDescending, find, offset, limit, value, zone, format);
            case "_zone" -> new Window(sort, isDescending, find, offset, limit, part, zone(value), format);
            case "_format" -> new Window(sort, isDescending, find, offset, limit, part, zone, form(value));
            default ->
                throw new WrongOptionException(
                        name + ": (expected: _sort, _find, _offset, _limit, _part, _zone or _format)");
        };
    }

    private static String shortText(String name, String value) {
        if (value.length() > LONGEST) {
            throw new WrongOptionException(
                    name + ": " + value.length() + " letters (expected: at most " + LONGEST + ")");
        }
        return value;
    }

    private static int count(String name, String value, int least, int most) {
        try {
            int count = Integer.parseInt(value);
            if (count >= least && count <= most) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw new WrongOptionException(name + ": \"" + value + "\" (expected: a whole number)");
        }
        throw new WrongOptionException(name + ": " + value + " (expected: " + least + " to " + most + ")");
    }

    private static ZoneId zone(String value) {
        try {
            return ZoneId.of(value);
        } catch (DateTimeException e) {
            throw new WrongOptionException("_zone: \"" + value + "\" (expected: a zone such as UTC or Europe/Berlin)");
        }
    }

    private static Form form(String value) {
        return switch (value) {
            case "page" -> Form.PAGE;
            case "json" -> Form.JSON;
            case "csv" -> Form.CSV;
            default -> throw new WrongOptionException("_format: \"" + value + "\" (expected: page, json or csv)");
        };
    }
}
