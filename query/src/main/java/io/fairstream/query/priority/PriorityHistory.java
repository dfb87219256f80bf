package io.fairstream.query.priority;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Sight;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Priorities of all customers over event time, folded from the journal and the edits. Late entries are applied at their
 * event time, as in {@code explain}. Mutable during construction.
 */
public final class PriorityHistory {
    private final FactorRules factors;
    private final HalfLife halfLife;
    private final SortedMap<String, AccountHistory> accounts = new TreeMap<>();
    private long first = Long.MAX_VALUE;
    private boolean isWhole = true;
    private Sight sight = Sight.ALL;

    /**
     * A customer at an instant.
     *
     * @param rank 1 for the best effective priority of all at the instant; equal ones share a rank; null for a group
     * @param weightInUse slot weight, for a group that of its whole subtree
     */
    record Point(
            Instant at,
            String customer,
            double realPriority,
            double effectivePriority,
            @Nullable Integer rank,
            double weightInUse) {}

    PriorityHistory(FactorRules factors, HalfLife halfLife) {
        this.factors = factors;
        this.halfLife = halfLife;
    }

    /** Reads journal and edits. */
    public static PriorityHistory read(TopicReader reader) {
        Settings settings = reader.settings();
        PriorityHistory history =
                new PriorityHistory(Rules.of(settings).factors(), new HalfLife(settings.get(Keys.PRIORITY_HALFLIFE)));
        for (CustomerEdit edit : AcceptedEdits.read(reader, null)) {
            history.add(edit.customer(), edit.decided());
        }
        reader.readCharges(null, row -> history.add(row.value()));
        history.isWhole = reader.isWhole(Topics.CHARGES);
        history.sight = reader.sight();
        return history;
    }

    private void add(@Nullable Charge charge) {
        RateChange use = charge == null ? null : ChargeFields.rateChange(charge);
        if (charge != null && use != null) {
            first = Math.min(first, use.at());
            add(charge.getAccount(), use);
        }
    }

    /** Adds a change of an account; the first use begins the history. */
    void add(String customer, CustomerEntry entry) {
        accounts.computeIfAbsent(customer, name -> new AccountHistory()).add(entry);
    }

    /** Returns the begin of the first use; empty if nothing was used. */
    public Optional<Instant> first() {
        return first == Long.MAX_VALUE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(first));
    }

    /**
     * Returns a row for each instant and each visible customer known then; ranks are computed among all customers.
     *
     * @param names of customers; empty for those with the largest weighted usage at the end
     * @param top maximum number of these
     * @param begin the first instant
     * @param end the last one, not before it
     * @param points number of steps, at least 1
     * @throws Failure if a name is unknown
     */
    public Document document(Collection<String> names, int top, Instant begin, Instant end, int points) {
        Set<String> shown = new LinkedHashSet<>(names);
        for (String name : names) {
            if (!accounts.containsKey(name) || !sight.showsCustomer(name)) {
                throw new Failure(name + ": nothing in the journal (expected: a customer or group of priorities)");
            }
        }
        if (names.isEmpty()) {
            shown.addAll(mostUsed(top, end));
        }
        Document document = new Document();
        if (!isWhole) {
            document.warn("the journal no longer goes back to the beginning: deleted entries are missing at all "
                    + "instants");
        }
        return document.with(report(points(shown, instants(begin, end, points))));
    }

    private List<String> mostUsed(int top, Instant end) {
        record Used(String customer, double usage) {}
        List<Used> used = new ArrayList<>();
        accounts.forEach((customer, account) -> {
            if (!sight.showsCustomer(customer)) {
                return;
            }
            account.rewind();
            AccountState state = account.at(end.toEpochMilli(), halfLife);
            if (state.exists() && !factors.groups().isGroup(customer)) {
                used.add(new Used(customer, state.weightedAccumulatedUsage()));
            }
        });
        return used.stream()
                .sorted(Comparator.comparingDouble(Used::usage).reversed().thenComparing(Used::customer))
                .limit(top)
                .map(Used::customer)
                .toList();
    }

    private static List<Instant> instants(Instant begin, Instant end, int points) {
        long from = begin.toEpochMilli();
        double millis = end.toEpochMilli() - from;
        return IntStream.rangeClosed(0, points)
                .mapToObj(step -> Instant.ofEpochMilli(from + Math.round(millis * step / points)))
                .distinct()
                .toList();
    }

    /** Returns the points by instant, then by customer. */
    List<Point> points(Collection<String> shown, List<Instant> instants) {
        accounts.values().forEach(AccountHistory::rewind);
        List<Point> points = new ArrayList<>();
        for (Instant at : instants) {
            SortedMap<String, Point> all = all(at);
            double[] ranked = all.values().stream()
                    .filter(point -> !factors.groups().isGroup(point.customer()))
                    .mapToDouble(Point::effectivePriority)
                    .sorted()
                    .toArray();
            for (String customer : shown) {
                Point point = all.get(customer);
                if (point != null) {
                    points.add(ranked(point, ranked));
                }
            }
        }
        return points;
    }

    private SortedMap<String, Point> all(Instant at) {
        SortedMap<String, Point> all = new TreeMap<>();
        accounts.forEach((customer, account) -> {
            AccountState state = account.at(at.toEpochMilli(), halfLife);
            if (state.exists()) {
                double real = state.realPriority();
                double effective = real * factors.of(customer, state).value();
                all.put(customer, new Point(at, customer, real, effective, null, state.subtreeWeightInUse()));
            }
        });
        return all;
    }

    private Point ranked(Point point, double[] priorities) {
        if (factors.groups().isGroup(point.customer())) {
            return point;
        }
        int found = Arrays.binarySearch(priorities, point.effectivePriority());
        while (found > 0 && priorities[found - 1] == point.effectivePriority()) {
            found--;
        }
        return new Point(
                point.at(),
                point.customer(),
                point.realPriority(),
                point.effectivePriority(),
                found + 1,
                point.weightInUse());
    }

    private static Report<?> report(List<Point> points) {
        return new Columns<Point>()
                .time("at", Point::at)
                .text("customer", Point::customer)
                .headed("USER")
                .number("realPriority", Point::realPriority)
                .number("effectivePriority", Point::effectivePriority)
                .add("rank", Format.WHOLE, Point::rank)
                .number("weightInUse", Point::weightInUse)
                .report(points);
    }
}
