package io.fairstream.reports.userprio;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.columns.Format;
import io.fairstream.reports.columns.Report;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.userprio.Listing.Layout;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.json.PlainJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code priorities} at one instant as {@code condor_userprio} lists them: usages in slot weight x seconds, shown in hours;
 * whole rows as JSON.
 */
public final class UserPriorities {
    /** So long after the newest row nearly everybody rests at the floor, and a listing of now says little. */
    private static final Duration LONG_AGO = Duration.ofDays(30);

    private static final Duration AHEAD = Duration.ofMinutes(1);

    private final Collection<Priority> all;
    private final Query query;
    private final Instant at;
    private final List<ListedRow> rows;
    private final Ranks ranks;

    /**
     * Query for the rows to list.
     *
     * @param names of customers and groups; empty for all that are active
     * @param constraints all of which must be true
     * @param activeSince since when one must have used something, unless names are given; null for everybody
     * @param rollUp whether uses and usages of groups are those of their subtrees
     * @param columns what people see
     */
    public record Query(
            List<String> names,
            List<Constraint> constraints,
            @Nullable Instant activeSince,
            Layout layout,
            boolean rollUp,
            Set<Column> columns) {
        public Query {
            names = List.copyOf(names);
            constraints = List.copyOf(constraints);
            columns = Set.copyOf(columns);
        }

        private boolean has(Priority row) {
            boolean isListed = names.isEmpty()
                    ? activeSince == null || Listing.isActive(row, activeSince)
                    : new Customers(names).include(row);
            return isListed && constraints.stream().allMatch(constraint -> constraint.test(row));
        }
    }

    /**
     * Creates the listing of these rows, evaluated at the instant.
     *
     * @throws Failure if that is before a row's own
     */
    public UserPriorities(Collection<Priority> all, Query query, Instant at) {
        this(all, all, query, at);
    }

    /**
     * Creates the listing of the rows that may be seen, with their ranks among everybody's.
     *
     * @throws Failure if the instant is before that of a row that may be seen; before another's nobody has a rank
     */
    public UserPriorities(Collection<Priority> all, Collection<Priority> everybody, Query query, Instant at) {
        this.all = all;
        this.query = query;
        this.at = at;
        List<Priority> evaluated = evaluated(all, at);
        this.rows = new Listing(query.layout(), query.rollUp(), query.columns(), query::has).rows(evaluated);
        this.ranks = all == everybody ? Ranks.of(evaluated, query.activeSince()) : ranks(everybody, query, at);
    }

    private static Ranks ranks(Collection<Priority> everybody, Query query, Instant at) {
        boolean isKnown = everybody.stream().noneMatch(row -> row.getAsOf().isAfter(at));
        return isKnown ? Ranks.of(evaluated(everybody, at), query.activeSince()) : Ranks.NONE;
    }

    private static List<Priority> evaluated(Collection<Priority> rows, Instant at) {
        return Failure.ifRefused(
                () -> rows.stream().map(row -> PriorityAt.evaluate(row, at)).toList());
    }

    /** As a table with sums. */
    public Document table() {
        Columns<ListedRow> columns = Column.columns(query.columns(), rows)
                .add("rank", Format.WHOLE, ListedRow.ofRow(ranks::rank))
                .unshown()
                .add("ranked", Format.WHOLE, ListedRow.ofRow(row -> ranks.ranked()))
                .unshown()
                .add("weightInUseOfAll", Format.NUMBER, ListedRow.ofRow(row -> ranks.weightInUseOfAll()))
                .unshown();
        return new Document()
                .say("Priorities at " + at)
                .with(columns.report(rows)
                        .withSum(ListedRow.sum(rows))
                        .withRecords(row -> PlainJson.write(row.priority())));
    }

    /** All columns of one row, or as JSON something else. */
    public static Report<?> row(Priority row, String json) {
        List<ListedRow> rows = List.of(ListedRow.of(row, row.getCustomer(), 0, 0));
        return Column.columns(Column.ALL, rows).report(rows).withRecords(it -> json);
    }

    /** As accounting ads, a blank line after each. */
    public Document ads() {
        return AccountingAds.modular(priorities());
    }

    /** As one accounting ad. */
    public Document legacyAd() {
        return AccountingAds.legacy(priorities(), at);
    }

    /** Some attributes. */
    public Document values(Autoformat format) {
        return format.document(priorities());
    }

    private List<Priority> priorities() {
        return rows.stream().map(ListedRow::priority).toList();
    }

    /** Names that are nobody's. */
    public List<String> unknownNames() {
        return new Customers(query.names()).unknownAmong(all);
    }

    /**
     * Returns hints for a user who sees less than expected.
     *
     * @param isChosen whether the instant was asked for
     */
    public List<String> hints(boolean isChosen, Instant now) {
        List<String> hints = new ArrayList<>();
        Instant newest = all.stream()
                .map(Priority::getAsOf)
                .max(Comparator.naturalOrder())
                .orElse(at);
        if (!isChosen && newest.isBefore(now.minus(LONG_AGO))) {
            hints.add("the newest row is of " + newest + ": by now it has faded (--at latest shows it as it was)");
        } else if (!isChosen && newest.isAfter(now.plus(AHEAD))) {
            hints.add("the newest row is of " + newest + ", ahead of this machine's clock; all are shown as of then");
        }
        if (rows.isEmpty() && !all.isEmpty() && query.names().isEmpty()) {
            hints.add(String.format(
                    Locale.ROOT,
                    "none of %,d customers is shown (--all-users shows also who used nothing lately)",
                    all.size()));
        }
        return hints;
    }
}
