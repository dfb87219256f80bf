package io.fairstream.query.audit;

import io.fairstream.app.config.Keys;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.query.tables.Rows;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Check of the accounts against matches and journal. The row of every customer is recomputed twice, from finished and
 * open matches and from the charges, with the accepted edits.
 */
final class AccountReconciliations implements Reconciliation {
    private static final String BY_MATCHES = "usage = finished and open matches";
    private static final String BY_CHARGES = "usage = charges";
    private static final String OPEN = "open matches = charges not yet ended";
    private static final String GROUPS = "charges of groups = charges of those in them";

    private final TopicRecords reader;
    private final Map<String, List<AccountEdit>> edits = new HashMap<>();
    private final Map<String, Cutoffs> cutoffs = new HashMap<>();
    private final Map<String, Priority> rows = new TreeMap<>();
    private final Map<String, CustomerReconciliation> byMatches = new TreeMap<>();
    private final Map<String, CustomerReconciliation> byCharges = new TreeMap<>();
    private final Map<Held, Long> held = new HashMap<>();
    private final Set<Held> open = new HashSet<>();
    private final GroupReconciliation groups;
    private final boolean areEditsWhole;

    /** Minimum idle time before the topology may remove a customer's account, in milliseconds; 0 if it never does. */
    private final long retention;

    /** By how much less the use that ends it may come later, out of order. */
    private final long lateness;

    private final Set<String> forgotten = new HashSet<>();
    private long newest = Long.MIN_VALUE;

    private record Held(String customer, String resource, long since) {
        @Override
        public String toString() {
            return String.format("\"%s\" on \"%s\"", customer, resource);
        }
    }

    AccountReconciliations(TopicRecords reader, InputReconciliation inputs) {
        this.reader = reader;
        areEditsWhole = inputs.isWhole(Topics.ACCOUNT_EDITS);
        retention = reader.settings().get(Keys.CUSTOMERS_RETENTION).toMillis();
        lateness = reader.settings().get(Keys.EVENT_MAX_LATENESS).toMillis();
        inputs.readAccepted(Topics.ACCOUNT_EDITS, row -> {
            AccountEdit edit = row.value();
            if (edit != null && AcceptedEdits.of(row) != null) {
                edits.computeIfAbsent(edit.getCustomer(), customer -> new ArrayList<>())
                        .add(edit);
            }
        });
        edits.forEach((customer, all) -> cutoffs.put(customer, Cutoffs.of(all)));
        reader.latest(Topics.PRIORITIES).forEach(row -> rows.put(row.getCustomer(), row));
        groups = new GroupReconciliation(Groups.of(reader.settings().get(Keys.GROUPS)));
        addMatches();
    }

    private void addMatches() {
        Rows<MatchRecord> finished = Rows.holding();
        reader.read(Topics.MATCH_RECORDS, finished);
        for (MatchRecord match : finished.all()) {
            CustomerReconciliation book = book(byMatches, match.getCustomer());
            long start = match.getStart().toEpochMilli();
            use(book, start, start, 1, match.getSlotWeight());
            use(book, match.getEnd().toEpochMilli(), start, -1, -match.getSlotWeight());
        }
        for (OpenMatch match : reader.latest(Topics.OPEN_MATCHES)) {
            long start = match.getStart().toEpochMilli();
            use(book(byMatches, match.getCustomer()), start, start, 1, match.getSlotWeight());
            open.add(new Held(match.getCustomer(), match.getResource(), start));
        }
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.CUSTOMER) {
            return;
        }
        groups.charge(charge);
        if (charge.getEntry() instanceof RateChange rate) {
            long since = rate.getSince().toEpochMilli();
            use(
                    book(byCharges, charge.getAccount()),
                    rate.getAt().toEpochMilli(),
                    since,
                    rate.getResources(),
                    rate.getWeight());
            if (!GroupReconciliation.isForGroup(charge)) {
                Held match = new Held(charge.getAccount(), charge.getThing(), since);
                held.merge(match, (long) rate.getResources(), AccountReconciliations::plusUnlessZero);
            }
        }
    }

    private void use(CustomerReconciliation book, long at, long since, long resources, double weight) {
        book.use(at, since, resources, weight);
        newest = Math.max(newest, at);
        if (retention > 0) {
            book.keep(at, since, resources, weight);
        }
    }

    /**
     * Returns true if a row differs because the topology has removed the account in between (customers.retention): the
     * row counts from its begin. For a customer with edits it is unknown which of them were removed.
     */
    private boolean isForgotten(CustomerReconciliation book, Priority row) {
        if (retention == 0) {
            return false;
        }
        String customer = row.getCustomer();
        if (edits.containsKey(customer)) {
            return book.hasBreak(retention - lateness, newest);
        }
        CustomerReconciliation since = row.getBeginUsage() == null
                ? null
                : book.from(row.getBeginUsage().toEpochMilli(), retention - lateness);
        return since != null && since.difference(row).isEmpty();
    }

    private boolean isGone(CustomerReconciliation book) {
        return retention > 0 && !book.isInUse() && newest - book.last() > retention;
    }

    /** Returns the customers whose accounts the topology has removed and started again. */
    Set<String> forgotten() {
        return forgotten;
    }

    /** Adds; a sum of 0 is removed from the map. */
    @SuppressWarnings("NullAway") // null makes merge remove the entry
    private static Long plusUnlessZero(Long one, Long other) {
        return one + other == 0 ? null : Long.valueOf(one + other);
    }

    private CustomerReconciliation book(Map<String, CustomerReconciliation> books, String customer) {
        Priority row = rows.get(customer);
        long asOf = row == null ? 0 : row.getAsOf().toEpochMilli();
        return books.computeIfAbsent(
                customer, name -> new CustomerReconciliation(cutoffs.getOrDefault(name, Cutoffs.NONE), asOf));
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        return List.of(
                !areEditsWhole
                        ? Check.skipped(BY_MATCHES, Topics.ACCOUNT_EDITS)
                        : reader.isWhole(Topics.MATCH_RECORDS)
                                ? usage(BY_MATCHES, byMatches)
                                : Check.skipped(BY_MATCHES, Topics.MATCH_RECORDS),
                areEditsWhole
                        ? usage(BY_CHARGES, byCharges).ifWhole(isWhole)
                        : Check.skipped(BY_CHARGES, Topics.ACCOUNT_EDITS),
                openMatches().ifWhole(isWhole),
                groups.check(GROUPS).ifWhole(isWhole));
    }

    /**
     * Compares usage. Groups are compared with the charges only: their members' matches may be older than the group. A
     * group of zero duration has no row.
     */
    private Check usage(String name, Map<String, CustomerReconciliation> books) {
        List<String> differences = new ArrayList<>();
        rows.forEach((customer, row) -> {
            if (groups.isOrWasGroup(customer) && (name.equals(BY_MATCHES) || !books.containsKey(customer))) {
                return;
            }
            if (!books.containsKey(customer) && !edits.containsKey(customer)) {
                differences.add("\"" + customer + "\": an unexplained row");
            } else {
                CustomerReconciliation book = book(books, customer);
                book.difference(row).ifPresent(difference -> {
                    if (isForgotten(book, row)) {
                        forgotten.add(customer);
                    } else {
                        differences.add(difference);
                    }
                });
            }
        });
        books.forEach((customer, book) -> {
            boolean mayBeGone = groups.isOrWasGroup(customer) && !book.isInUse();
            if (!rows.containsKey(customer) && book.isUsed() && !mayBeGone && !isGone(book)) {
                differences.add(Check.missing(customer));
            }
        });
        long edited = rows.keySet().stream().filter(cutoffs::containsKey).count();
        String fine = String.format(Locale.ROOT, "%,d customers, %,d of them with edits", rows.size(), edited)
                + (forgotten.isEmpty()
                        ? ""
                        : String.format(Locale.ROOT, ", %,d of them deleted in between", forgotten.size()));
        return Check.of(name, fine, differences);
    }

    private Check openMatches() {
        Set<String> differences = new TreeSet<>();
        held.forEach((match, count) -> {
            if (count != 1 || !open.contains(match)) {
                differences.add(
                        match + ": charged for " + count + " (expected: " + (open.contains(match) ? 1 : 0) + ")");
            }
        });
        open.stream()
                .filter(match -> !held.containsKey(match))
                .forEach(match -> differences.add(match + ": open, but not charged"));
        return Check.of(OPEN, String.format(Locale.ROOT, "%,d", open.size()), List.copyOf(differences));
    }
}
