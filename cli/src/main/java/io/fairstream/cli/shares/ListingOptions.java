package io.fairstream.cli.shares;

import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.Autoformat;
import io.fairstream.query.priority.Column;
import io.fairstream.query.priority.Constraint;
import io.fairstream.query.priority.Listing.Layout;
import io.fairstream.query.priority.UserPriorities;
import io.fairstream.query.records.Failure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for a listing: the rows to list, and their format. Each option also accepts HTCondor's spelling; {@code docs/userprio.md}
 * describes each option.
 */
final class ListingOptions {
    private static final String AUTOFORMAT = "--autoformat";
    private static final Duration ACTIVE = Duration.ofHours(24);
    /** First year of two digits in the 20th century, as in HTCondor: 49 is 2049, 50 is 1950. */
    private static final int FIRST_SHORT_YEAR = 50;

    @Option(
            names = {"--all-users", "-allusers"},
            description = "Also users without use in the last day.")
    private boolean allUsers;

    @Option(
            names = {"--active-from", "-activefrom"},
            arity = "3",
            paramLabel = "N",
            description = "Users with use since MONTH DAY YEAR.")
    private @Nullable List<Integer> activeFrom;

    @Option(
            names = {"--constraint", "-constraint"},
            paramLabel = "EXPRESSION",
            converter = ConstraintConverter.class,
            description = "Like 'PriorityFactor > 1 && Name != \"bob\"'.")
    private List<Constraint> constraints = new ArrayList<>();

    @Option(
            hidden = true,
            names = {"--most", "-most"})
    private boolean most;

    @Option(
            names = {"--all", "-all"},
            description = "All columns except those of the order of groups.")
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
            hidden = true,
            names = {"--group-id", "-groupid"})
    private boolean groupId;

    @Option(
            hidden = true,
            names = {"--order", "-order"})
    private boolean order;

    @Option(
            hidden = true,
            names = {"--hierarchical", "-hierarchical", "-hier"})
    private boolean hierarchical;

    @Option(
            names = {"--flat", "-flat"},
            description = "Do not list users below their groups.")
    private boolean flat;

    @Option(
            hidden = true,
            names = {"--group-order", "-grouporder"})
    private boolean groupOrder;

    @Option(
            hidden = true,
            names = {"--group-rollup", "-grouprollup"})
    private boolean groupRollup;

    @Option(
            names = {"--long", "-long", "-l"},
            description = "Ads with HTCondor's attributes, for scripts.")
    private boolean isLong;

    @Option(
            hidden = true,
            names = {"--legacy", "-legacy"})
    private boolean legacy;

    @Option(
            hidden = true,
            names = {"--modular", "-modular"})
    private boolean modular;

    /** Format letters, if any, come first, after a colon. */
    @Option(
            names = {AUTOFORMAT, "-autoformat", "-af"},
            arity = "1..*",
            paramLabel = "ATTRIBUTE",
            description = "Only these attributes; -af:lhVr,tng as in HTCondor.")
    private List<String> autoformat = new ArrayList<>();

    @Option(
            hidden = true,
            names = {"--input-file", "-inputfile"},
            paramLabel = "FILE")
    private @Nullable String inputFile;

    @Nullable
    String inputFile() {
        return inputFile;
    }

    /** Earliest last use of the listed users; null for everybody. */
    private @Nullable Instant activeSince(Instant at) {
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

    private Set<Column> columns() {
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
     * Arrangement of groups.
     *
     * @param some whether names or constraints select rows, in which case groups are not shown as a tree by default
     */
    private Layout layout(boolean some) {
        if (groupOrder) {
            return Layout.GROUPS_FIRST;
        }
        return hierarchical || (!flat && !some) ? Layout.TREE : Layout.FLAT;
    }

    /** Splits HTCondor's {@code -af:lrng} into the option and its letters; picocli would read it as another option. */
    static String[] split(String... arguments) {
        return Arrays.stream(arguments)
                .flatMap(argument -> argument.matches("--?(autoformat|af):.*")
                        ? Stream.of(argument.split("(?=:)", 2))
                        : Stream.of(argument))
                .toArray(String[]::new);
    }

    /** Query for the rows to list, evaluated at that time. */
    UserPriorities.Query query(List<String> names, Instant at) {
        boolean isSome = !names.isEmpty() || !constraints.isEmpty();
        return new UserPriorities.Query(names, constraints, activeSince(at), layout(isSome), groupRollup, columns());
    }

    /** The rows in the requested format. */
    Document document(UserPriorities priorities) {
        if (!autoformat.isEmpty()) {
            return priorities.values(format());
        }
        if (legacy) {
            return priorities.legacyAd();
        }
        return isLong || modular ? priorities.ads() : priorities.table();
    }

    private Autoformat format() {
        StringBuilder letters = new StringBuilder();
        List<String> names = new ArrayList<>();
        for (String word : autoformat) {
            if (word.startsWith(":")) {
                letters.append(word, 1, word.length());
            } else {
                names.add(word);
            }
        }
        try {
            return new Autoformat(letters.toString(), names);
        } catch (IllegalArgumentException e) {
            throw new Failure(AUTOFORMAT + ": " + e.getMessage(), e);
        }
    }

    /** Message about options that contradict each other; null if there are none. */
    @Nullable
    String contradiction(boolean isForPrograms) {
        int layouts = count(groupOrder, flat, hierarchical);
        int formats = count(isForPrograms, isLong || legacy || modular, !autoformat.isEmpty());
        if (layouts > 1) {
            return "--hierarchical, --flat, --group-order: given together (expected: one of them)";
        }
        if (formats > 1 || (legacy && modular)) {
            return "--json, --csv, --long, --legacy, --modular, --autoformat: given together (expected: one of "
                    + "them)";
        }
        if (formats > 0 && count(most, all, priority, usage, groupId, order) > 0) {
            return "--json, --csv, --long and --autoformat print no table whose columns could be selected "
                    + "(expected: --columns)";
        }
        if (allUsers && activeFrom != null) {
            return "--all-users, --active-from: given together (expected: one of them)";
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
}
