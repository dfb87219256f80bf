package io.fairstream.cli.userprio;

import io.fairstream.cli.userprio.Listing.Layout;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to list and how. Each option has HTCondor's spelling beside ours. */
final class ListingOptions {
    private static final Duration ACTIVE = Duration.ofHours(24);
    /** HTCondor's years of two digits: 49 is 2049, 50 is 1950. */
    private static final int FIRST_SHORT_YEAR = 50;

    @Option(
            names = {"--all-users", "-allusers"},
            description = "Everybody, not only who used something within 24 hours.")
    private boolean allUsers;

    @Option(
            names = {"--active-from", "-activefrom"},
            arity = "3",
            paramLabel = "N",
            description = "Who used something since that day: MONTH DAY YEAR, in this machine's time zone.")
    private @Nullable List<Integer> activeFrom;

    @Option(
            names = {"--constraint", "-constraint"},
            paramLabel = "EXPRESSION",
            converter = Constraint.Converter.class,
            description =
                    "Only rows of which this is true, like 'PriorityFactor > 1 && Name != \"bob\"'. Attributes are those"
                            + " that --long shows, or fields of priorities. Repeatable: all must be true.")
    private List<Constraint> constraints = new ArrayList<>();

    @Option(
            names = {"--most", "-most"},
            description = "The columns that are shown without a choice.")
    private boolean most;

    @Option(
            names = {"--all", "-all"},
            description = "All columns but those of groups' order.")
    private boolean all;

    @Option(
            names = {"--priority", "-priority", "-prio"},
            description = "Columns of priorities and factors.")
    private boolean priority;

    @Option(
            names = {"--usage", "-usage"},
            description = "Columns of use and usage.")
    private boolean usage;

    @Option(
            names = {"--group-id", "-groupid"},
            description = "Column of the groups' numbers.")
    private boolean groupId;

    @Option(
            names = {"--order", "-order"},
            description = "Column of what groups are sorted by.")
    private boolean order;

    @Option(
            names = {"--hierarchical", "-hierarchical", "-hier"},
            description = "Users below their groups, which is done anyway when there are groups and no user is named.")
    private boolean hierarchical;

    @Option(
            names = {"--flat", "-flat"},
            description = "Users not below their groups.")
    private boolean flat;

    @Option(
            names = {"--group-order", "-grouporder"},
            description = "Groups first, from the top of the tree down; then users.")
    private boolean groupOrder;

    @Option(
            names = {"--group-rollup", "-grouprollup"},
            description = "Use and usage of groups are the sums of their subtrees, not only of their direct members.")
    private boolean groupRollup;

    @Option(
            names = {"--long", "-long", "-l"},
            description = "Attributes with HTCondor's names, an ad for each row, a blank line between.")
    private boolean isLong;

    @Option(
            names = {"--legacy", "-legacy"},
            description = "With --long: one ad with numbered names.")
    private boolean legacy;

    @Option(
            names = {"--modular", "-modular"},
            description = "As --long.")
    private boolean modular;

    @Option(
            names = {"--autoformat", "-autoformat", "-af"},
            arity = "1..*",
            paramLabel = "ATTRIBUTE",
            description = "Only these attributes, with blanks between.")
    private List<String> autoformat = new ArrayList<>();

    @Option(
            names = {"--autoformat:h", "-autoformat:h", "-af:h"},
            arity = "1..*",
            paramLabel = "ATTRIBUTE",
            description = "As --autoformat, in columns with headings.")
    private List<String> autoformatWithHeadings = new ArrayList<>();

    @Option(
            names = {"--input-file", "-inputfile"},
            paramLabel = "FILE",
            description = "Show what --json once printed, at that time unless --at; - for standard input.")
    private @Nullable String inputFile;

    @Nullable
    String inputFile() {
        return inputFile;
    }

    List<Constraint> constraints() {
        return constraints;
    }

    /** Since when one must have used something to be shown; null for everybody. */
    @Nullable
    Instant activeSince(Instant at) {
        if (allUsers) {
            return null;
        }
        return activeFrom == null ? at.minus(ACTIVE) : day(activeFrom).orElseThrow();
    }

    private static Optional<Instant> day(List<Integer> monthDayYear) {
        int year = monthDayYear.get(2);
        if (year >= 0 && year < FIRST_SHORT_YEAR) {
            year += 2000;
        } else if (year >= FIRST_SHORT_YEAR && year < 100) {
            year += 1900;
        }
        try {
            LocalDate day = LocalDate.of(year, monthDayYear.get(0), monthDayYear.get(1));
            return Optional.of(day.atStartOfDay(ZoneId.systemDefault()).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    Set<Column> columns() {
        Set<Column> columns = EnumSet.noneOf(Column.class);
        addIf(groupId, Set.of(Column.GROUP_ID), columns);
        addIf(order, Set.of(Column.GROUP_ORDER), columns);
        addIf(priority, Column.PRIORITY, columns);
        addIf(usage, Column.USAGE, columns);
        addIf(all, Column.ALL, columns);
        addIf(most || columns.isEmpty(), Column.MOST, columns);
        return columns;
    }

    private static void addIf(boolean wanted, Set<Column> more, Set<Column> columns) {
        if (wanted) {
            columns.addAll(more);
        }
    }

    /**
     * Where groups stand.
     *
     * @param some whether names or constraints choose some rows, whose groups are then not asked for
     */
    Layout layout(boolean some) {
        if (groupOrder) {
            return Layout.GROUPS_FIRST;
        }
        return hierarchical || (!flat && !some) ? Layout.TREE : Layout.FLAT;
    }

    boolean rollUp() {
        return groupRollup;
    }

    /** How rows are written that are not a table. */
    Format format() {
        if (!autoformat.isEmpty() || !autoformatWithHeadings.isEmpty()) {
            return autoformat.isEmpty() ? Format.HEADED : Format.VALUES;
        }
        if (legacy) {
            return Format.LEGACY;
        }
        return isLong || modular ? Format.ADS : Format.TABLE;
    }

    List<String> attributes() {
        return autoformat.isEmpty() ? autoformatWithHeadings : autoformat;
    }

    /** A complaint about options that contradict each other; null if there are none. */
    @Nullable
    String contradiction(boolean json) {
        int layouts = count(groupOrder, flat, hierarchical);
        int formats =
                count(json, isLong || legacy || modular, !autoformat.isEmpty(), !autoformatWithHeadings.isEmpty());
        if (layouts > 1) {
            return "one of --hierarchical, --flat and --group-order at a time";
        }
        if (formats > 1 || (legacy && modular)) {
            return "one of --json, --long (--legacy or --modular) and --autoformat at a time";
        }
        if (formats > 0 && count(most, all, priority, usage, groupId, order) > 0) {
            return "columns are chosen for the table, which --json, --long and --autoformat do not print";
        }
        if (allUsers && activeFrom != null) {
            return "one of --all-users and --active-from at a time";
        }
        return activeFrom == null || day(activeFrom).isPresent()
                ? null
                : "--active-from: " + activeFrom + " (expected: MONTH DAY YEAR, like 12 31 2025)";
    }

    private static int count(boolean... given) {
        int count = 0;
        for (boolean it : given) {
            count += it ? 1 : 0;
        }
        return count;
    }

    /** How rows are written. */
    enum Format {
        TABLE,
        ADS,
        LEGACY,
        VALUES,
        HEADED
    }
}
