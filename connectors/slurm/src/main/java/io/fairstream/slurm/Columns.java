package io.fairstream.slurm;

import io.fairstream.reading.MalformedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Columns of a dump: from its header, or, without one, in the order of XDMoD's query. */
final class Columns {
    private static final List<String> XDMOD = List.of(
            "jobid",
            "jobidraw",
            "cluster",
            "partition",
            "qos",
            "account",
            "group",
            "gid",
            "user",
            "uid",
            "submit",
            "eligible",
            "start",
            "end",
            "elapsed",
            "exitcode",
            "state",
            "nnodes",
            "ncpus",
            "reqcpus",
            "reqmem",
            "reqtres",
            "alloctres",
            "timelimit",
            "nodelist",
            "jobname");
    private static final String NAME = "jobname";
    /** Groups of columns; at least one column of each group is needed to identify user, usage and time. */
    private static final List<List<String>> NEEDED = List.of(
            List.of("jobidraw", "jobid"),
            List.of("state"),
            List.of("start"),
            List.of("end"),
            List.of("user"),
            List.of("alloccpus", "ncpus", "alloctres"));

    private final List<String> names;
    private final List<ColumnShape> shapes;
    private final Map<String, Integer> places = new HashMap<>();
    private final boolean trailing;

    private Columns(List<String> names, boolean trailing) {
        this.names = names;
        this.shapes = names.stream().map(ColumnShape::of).toList();
        this.trailing = trailing;
        for (int i = 0; i < names.size(); i++) {
            places.putIfAbsent(names.get(i), i);
        }
    }

    /** Returns the columns of a dump without a header. */
    static Columns xdmod() {
        return new Columns(XDMOD, false);
    }

    /** Returns true if a line is a header: it contains the name of the job id's column. */
    static boolean isHeader(String line) {
        return Arrays.asList(line.toLowerCase(Locale.ROOT).split("\\|", -1)).stream()
                .anyMatch(name -> name.equals("jobid") || name.equals("jobidraw"));
    }

    /**
     * Parses a header. With {@code sacct -p} every line ends with a separator.
     *
     * @throws MalformedException if a mandatory column is missing
     */
    static Columns of(String header) throws MalformedException {
        boolean trailing = header.endsWith("|");
        List<String> names = new ArrayList<>();
        for (String name : withoutTrailing(header, trailing).split("\\|", -1)) {
            names.add(name.strip().toLowerCase(Locale.ROOT).replaceFirst("%.*", ""));
        }
        for (List<String> either : NEEDED) {
            if (either.stream().noneMatch(names::contains)) {
                throw new MalformedException("no column " + String.join(" or ", either));
            }
        }
        return new Columns(names, trailing);
    }

    /**
     * Splits a line. Additional separators belong to its texts, if the other columns allow it.
     *
     * @throws MalformedException also if the result is ambiguous
     */
    Row row(String line) throws MalformedException {
        String[] pieces = withoutTrailing(line, trailing).split("\\|", -1);
        int surplus = pieces.length - names.size();
        if (surplus == 0) {
            return row(pieces, IntStream.rangeClosed(0, pieces.length).toArray(), Set.of());
        }
        if (surplus < 0 || shapes.stream().noneMatch(ColumnShape::isText)) {
            throw new MalformedException(pieces.length + " columns (expected: " + expected() + ")");
        }
        boolean[][] fits = fits(pieces);
        if (!fits[0][0]) {
            throw new MalformedException(
                    pieces.length + " columns; a text contains the separator (expected: " + expected() + ")");
        }
        int[] leftmost = cuts(fits, false);
        int[] rightmost = cuts(fits, true);
        for (int column = 0; column < names.size(); column++) {
            if (!shapes.get(column).isText() && leftmost[column] != rightmost[column]) {
                throw new MalformedException(pieces.length
                        + " columns, and a separator in a text makes it unclear which one is "
                        + names.get(column) + ": \"" + pieces[leftmost[column]] + "\" or \"" + pieces[rightmost[column]]
                        + "\" (expected: " + expected() + ")");
            }
        }
        boolean isNameOpen = isOpen(places.get(NAME), leftmost, rightmost);
        return row(pieces, leftmost, isNameOpen ? Set.of(OpenPoint.NAME_OPEN) : Set.of());
    }

    private String expected() {
        return names.size() + ", " + String.join("|", names);
    }

    private static boolean isOpen(@Nullable Integer column, int[] leftmost, int[] rightmost) {
        return column != null
                && (leftmost[column] != rightmost[column] || leftmost[column + 1] != rightmost[column + 1]);
    }

    /**
     * Returns, for each column and each piece, whether the columns from this one on match the pieces from this one on. The values are
     * not checked if only one column is a text, because the number of the other columns determines its position.
     */
    private boolean[][] fits(String[] pieces) {
        boolean hasOneText = shapes.stream().filter(ColumnShape::isText).count() == 1;
        boolean[][] fits = new boolean[names.size() + 1][pieces.length + 1];
        fits[names.size()][pieces.length] = true;
        for (int column = names.size() - 1; column >= 0; column--) {
            ColumnShape shape = shapes.get(column);
            boolean rest = false;
            for (int piece = pieces.length - 1; piece >= 0; piece--) {
                rest = fits[column + 1][piece + 1] || (rest && shape.isText());
                fits[column][piece] = rest && (hasOneText || shape.fits(pieces[piece]));
            }
        }
        return fits;
    }

    /**
     * Returns the index of each column's first piece, and as the last element the number of pieces. All possible splits are between
     * the one with the shortest texts, from the left, and the one with the longest texts.
     */
    private int[] cuts(boolean[][] fits, boolean isLong) {
        int[] cuts = new int[names.size() + 1];
        for (int column = 0; column < names.size(); column++) {
            int next = cuts[column] + 1;
            while (!fits[column + 1][next]) {
                next++;
            }
            for (int later = next + 1; isLong && shapes.get(column).isText() && later < fits[column].length; later++) {
                next = fits[column + 1][later] ? later : next;
            }
            cuts[column + 1] = next;
        }
        return cuts;
    }

    private Row row(String[] pieces, int[] cuts, Set<OpenPoint> notes) {
        Map<String, String> row = new HashMap<>();
        places.forEach((column, place) ->
                row.put(column, String.join("|", Arrays.asList(pieces).subList(cuts[place], cuts[place + 1]))));
        return new Row(row, notes);
    }

    private static String withoutTrailing(String line, boolean trailing) {
        return trailing && line.endsWith("|") ? line.substring(0, line.length() - 1) : line;
    }
}
