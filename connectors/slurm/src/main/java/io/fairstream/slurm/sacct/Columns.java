package io.fairstream.slurm.sacct;

import io.fairstream.reading.MalformedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which column of a dump is what: by its header, or, without one, in the order in which XDMoD asks for them. */
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
    /** One of each line is needed to know who used what and when. */
    private static final List<List<String>> NEEDED = List.of(
            List.of("jobidraw", "jobid"),
            List.of("state"),
            List.of("start"),
            List.of("end"),
            List.of("user"),
            List.of("alloccpus", "ncpus", "alloctres"));

    private final List<String> names;
    private final Map<String, Integer> places = new HashMap<>();
    private final boolean trailing;

    private Columns(List<String> names, boolean trailing) {
        this.names = names;
        this.trailing = trailing;
        for (int i = 0; i < names.size(); i++) {
            places.putIfAbsent(names.get(i), i);
        }
    }

    /** Without a header. */
    static Columns xdmod() {
        return new Columns(XDMOD, false);
    }

    /** Whether a line is a header: it has the column that every dump has. */
    static boolean isHeader(String line) {
        return Arrays.asList(line.toLowerCase(Locale.ROOT).split("\\|", -1)).stream()
                .anyMatch(name -> name.equals("jobid") || name.equals("jobidraw"));
    }

    /**
     * By a header. With {@code sacct -p} every line ends with a separator.
     *
     * @throws Malformed if a column is missing without which nothing can be said
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

    /** Cuts a line. A separator too many belongs to the job's name, the one text that is the user's. */
    Row row(String line) throws MalformedException {
        List<String> values =
                new ArrayList<>(Arrays.asList(withoutTrailing(line, trailing).split("\\|", -1)));
        int surplus = values.size() - names.size();
        Integer name = places.get(NAME);
        if (surplus < 0 || (surplus > 0 && name == null)) {
            throw new MalformedException(
                    values.size() + " columns (expected: " + names.size() + ", " + String.join("|", names) + ")");
        }
        if (surplus > 0 && name != null) {
            List<String> pieces = values.subList(name, name + surplus + 1);
            String whole = String.join("|", pieces);
            pieces.clear();
            values.add(name, whole);
        }
        Map<String, String> row = new HashMap<>();
        places.forEach((column, place) -> row.put(column, values.get(place)));
        return new Row(row);
    }

    private static String withoutTrailing(String line, boolean trailing) {
        return trailing && line.endsWith("|") ? line.substring(0, line.length() - 1) : line;
    }
}
