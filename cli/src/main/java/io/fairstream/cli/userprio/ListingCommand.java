package io.fairstream.cli.userprio;

import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.json.PlainJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lists rows as the options say. */
record ListingCommand(ListingOptions options, List<String> names, boolean json, PrintWriter out, PrintWriter err) {
    /** So long after the newest row nearly everybody rests at the floor, and a listing of now says little. */
    private static final Duration LONG_AGO = Duration.ofDays(30);

    private static final Duration AHEAD = Duration.ofMinutes(1);

    /**
     * Lists them.
     *
     * @return the exit code: 1 if a name is nobody's
     * @throws Failure if the instant is before a row's own
     */
    int run(Collection<Priority> rows, @Nullable Moment asked, Instant now) {
        Instant at = Moment.of(asked, rows, now);
        List<Priority> evaluated = evaluated(rows, at);
        List<Line> lines = listing(at).lines(evaluated);
        print(lines, at);
        out.flush();
        hint(lines.size(), rows, asked, at, now);
        List<String> unknown = new Customers(names).unknownAmong(rows);
        unknown.forEach(name -> err.println("fairstream: " + name + ": no such customer or group in priorities"));
        return unknown.isEmpty() ? 0 : 1;
    }

    private static List<Priority> evaluated(Collection<Priority> rows, Instant at) {
        try {
            return rows.stream().map(row -> PriorityAt.evaluate(row, at)).toList();
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private Listing listing(Instant at) {
        Instant since = options.activeSince(at);
        Customers customers = new Customers(names);
        boolean byName = !names.isEmpty();
        List<Constraint> constraints = options.constraints();
        Predicate<Priority> shown =
                row -> (byName ? customers.include(row) : since == null || Listing.isActive(row, since))
                        && constraints.stream().allMatch(constraint -> constraint.test(row));
        return new Listing(
                options.layout(byName || !constraints.isEmpty()), options.rollUp(), options.columns(), shown);
    }

    private void print(List<Line> lines, Instant at) {
        List<Priority> rows = lines.stream().map(Line::row).toList();
        if (json) {
            rows.forEach(row -> out.println(PlainJson.write(row)));
            return;
        }
        switch (options.format()) {
            case ADS -> Ads.print(rows, out);
            case LEGACY -> Ads.printLegacy(rows, at, out);
            case VALUES -> Ads.printValues(rows, attributes(), out);
            case HEADED -> Ads.printHeaded(rows, attributes(), out);
            case TABLE -> {
                out.println("Priorities at " + at);
                new ListingTable(options.columns()).printWithTotals(lines, out);
            }
        }
    }

    private List<Attribute> attributes() {
        return options.attributes().stream()
                .map(name -> Attribute.named(name)
                        .orElseThrow(() -> new Failure("--autoformat: " + Attribute.refusal(name))))
                .toList();
    }

    private void hint(int shown, Collection<Priority> rows, @Nullable Moment asked, Instant at, Instant now) {
        Instant newest = Moment.newest(rows).orElse(at);
        if (asked == null && newest.isBefore(now.minus(LONG_AGO))) {
            err.println("the newest row is of " + newest + ": by now it has faded (--at latest shows it as it was)");
        } else if (asked == null && newest.isAfter(now.plus(AHEAD))) {
            err.println("the newest row is of " + newest + ", ahead of this machine's clock; all are shown as of then");
        }
        if (shown == 0 && !rows.isEmpty() && names.isEmpty()) {
            err.printf(
                    "none of %,d customers is shown (--all-users shows also who used nothing lately)%n", rows.size());
        }
    }
}
