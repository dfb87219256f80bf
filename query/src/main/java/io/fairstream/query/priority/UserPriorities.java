package io.fairstream.query.priority;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.priority.Listing.Layout;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
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
 * Listing of {@code priorities} at one instant like {@code condor_userprio}. Usages are in slot weight x seconds, shown
 * in hours; JSON contains complete rows.
 */
public final class UserPriorities {
    /** Time after the newest row from which a listing of the present is misleading: nearly all priorities are at the floor. */
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
     * @param names of customers and groups; empty for all active ones
     * @param constraints all of which must be true
     * @param activeSince lists only customers with use since this instant, unless names are given; null for all
     * @param rollUp whether uses and usages of groups include their subtrees
     * @param columns visible to people
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
     * @throws Failure if the instant is before a row's own
     */
    public UserPriorities(Collection<Priority> all, Query query, Instant at) {
        this(all, all, query, at);
    }

    /**
     * Creates the listing of the visible rows, with their ranks among all rows.
     *
     * @throws Failure if the instant is before that of a visible row; if it is before that of another row, there are no
     * ranks
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

    /** Returns a table with sums. */
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

    /** Returns all columns of one row; the JSON output is {@code json} instead. */
    public static Report<?> row(Priority row, String json) {
        List<ListedRow> rows = List.of(ListedRow.of(row, row.getCustomer(), 0, 0));
        return Column.columns(Column.ALL, rows).report(rows).withRecords(it -> json);
    }

    /** Returns accounting ads like {@code condor_userprio -long}, for scripts that read those: one a row, each followed by a blank line. */
    public Document ads() {
        Document document = new Document();
        for (Priority row : priorities()) {
            addAd(row, "", document);
            document.say("");
        }
        return document;
    }

    /** Returns a single accounting ad as with {@code -legacy}; the row's number is appended to each name. */
    public Document legacyAd() {
        List<Priority> priorities = priorities();
        Document document = new Document().say(Attribute.LAST_UPDATE.ad() + " = " + at.getEpochSecond());
        for (int i = 0; i < priorities.size(); i++) {
            addAd(priorities.get(i), Integer.toString(i + 1), document);
        }
        return document.say("NumSubmittors = " + priorities.size());
    }

    /** Returns some attributes. */
    public Document values(Autoformat format) {
        return format.document(priorities());
    }

    private List<Priority> priorities() {
        return rows.stream().map(ListedRow::priority).toList();
    }

    /** Returns the names without a customer. */
    public List<String> unknownNames() {
        return new Customers(query.names()).unknownAmong(all);
    }

    /**
     * Returns hints for a user whose listing shows less than expected.
     *
     * @param isChosen whether the user chose the instant
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

    private static void addAd(Priority row, String number, Document document) {
        for (Attribute attribute : Attribute.values()) {
            boolean isOfAll = attribute == Attribute.LAST_UPDATE && !number.isEmpty();
            if (!isOfAll && attribute.of(row) != null) {
                document.say(attribute.ad() + number + " = " + attribute.literal(row));
            }
        }
    }
}
