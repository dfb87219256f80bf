package io.fairstream.slurm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Syntax of a column's values. Only a text may contain separators, which {@code sacct -P} does not quote. */
enum ColumnShape {
    NUMBERED("\\d\\S*", "jobid", "jobidraw"),
    TIME("(?:\\d{4}-\\d\\d-\\d\\dT\\S*|\\d{1,11}|Unknown|None)?", "submit", "eligible", "start", "end"),
    /** Count, duration, amount of memory, or exit code. */
    AMOUNT(
            "[\\d:.,-]*[KMGTP]?[cn?]?|UNLIMITED|Partition_Limit|INVALID|Unknown",
            "uid",
            "gid",
            "ncpus",
            "alloccpus",
            "reqcpus",
            "nnodes",
            "allocnodes",
            "reqnodes",
            "ntasks",
            "elapsed",
            "elapsedraw",
            "suspended",
            "timelimit",
            "timelimitraw",
            "cputime",
            "cputimeraw",
            "totalcpu",
            "usercpu",
            "systemcpu",
            "avecpu",
            "planned",
            "reserved",
            "reqmem",
            "maxrss",
            "averss",
            "maxvmsize",
            "avevmsize",
            "consumedenergy",
            "consumedenergyraw",
            "priority",
            "exitcode",
            "derivedexitcode",
            "associd",
            "dbindex",
            "restarts"),
    STATE("[A-Z_]+(?: by \\S+)?", "state"),
    RESOURCES(
            "(?:[^=,\\s]+=[^=,\\s]*(?:,[^=,\\s]+=[^=,\\s]*)*)?",
            "alloctres",
            "reqtres",
            "tresusageintot",
            "tresusageinave"),
    WORD(
            "\\S*|None assigned",
            "cluster",
            "user",
            "group",
            "account",
            "partition",
            "qos",
            "sluid",
            "originalsluid",
            "nodelist",
            "reservation",
            "wckey"),
    /** A text that begins with a command of Slurm. */
    COMMAND("(?:(?:\\S*/)?(?:sbatch|srun|salloc|scrontab)(?:\\s.*)?)?", "submitline"),
    /** A text that begins with a slash. */
    PATH("(?:/.*)?", "workdir"),
    /** Any other column, such as JobName, Comment or Constraints. */
    TEXT(".*");

    private static final Map<String, ColumnShape> OF_NAMES = new HashMap<>();

    static {
        for (ColumnShape shape : values()) {
            shape.columns.forEach(column -> OF_NAMES.put(column, shape));
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // a pattern cannot be changed
    private final Pattern pattern;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<String> columns;

    ColumnShape(String pattern, String... columns) {
        this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
        this.columns = List.of(columns);
    }

    /** Returns the shape of a column by its name in lower case. */
    static ColumnShape of(String column) {
        return OF_NAMES.getOrDefault(column, TEXT);
    }

    /** Returns true if a value may contain separators. */
    boolean isText() {
        return this == COMMAND || this == PATH || this == TEXT;
    }

    /** Returns true if the piece is a valid value, or the begin of one for a text. */
    boolean fits(String piece) {
        return pattern.matcher(piece).matches();
    }
}
