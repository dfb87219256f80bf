package io.fairstream.query.audit;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;

/** Allocation and use of a job or a user up to an instant, summed by name from rows or from charges. Mutable. */
final class UsageReconciliation {
    private static final long MICROS = 1000;

    /** Name of an amount of processors, which the journal records as changes of rates. */
    static final String ALLOCATED = "cpuTimeAllocatedMicros";

    static final String RESERVED = "cpuTimeReservedMicros";
    private static final String PROCESSORS_ALLOCATED = "processorsAllocated";
    private static final String PROCESSORS_RESERVED = "processorsReserved";

    private static final String HELD = "tresHeld ";
    private static final String HELD_MILLIS = "tresHeldMillis ";

    private static final Set<String> HIGHWATERS = Quantity.ALL.stream()
            .filter(quantity -> !quantity.isSum())
            .map(Quantity::field)
            .collect(Collectors.toSet());

    private final Instant at;
    private final Map<String, BigInteger> amounts = new TreeMap<>();

    /** Creates an empty account for amounts up to the instant. */
    UsageReconciliation(Instant at) {
        this.at = at;
    }

    /** Adds a row as of the same or an earlier instant. */
    void add(JobAccounting row) {
        JobAccounting then = JobAccountingAt.evaluate(row, at);
        addRow(then);
        addTres(then.getTresHeld(), then.getTresHeldMillis());
    }

    /** Adds a row as of the same or an earlier instant. */
    void add(UserAccounting row) {
        UserAccounting then = UserAccountingAt.evaluate(row, at);
        addRow(then);
        addTres(then.getTresHeld(), then.getTresHeldMillis());
    }

    private void addRow(IndexedRecord then) {
        for (String field : List.of(PROCESSORS_ALLOCATED, PROCESSORS_RESERVED, ALLOCATED, RESERVED)) {
            add(field, ((Number) then.get(then.getSchema().getField(field).pos())).longValue());
        }
        add(QuantityFields.of(then));
    }

    /** Adds a change of rates, which lasts until the account's instant. */
    void add(Instant since, int allocated, int reserved) {
        long micros = Math.multiplyExact(Duration.between(since, at).toMillis(), MICROS);
        add(PROCESSORS_ALLOCATED, allocated);
        add(PROCESSORS_RESERVED, reserved);
        add(ALLOCATED, Totals.product(allocated, micros));
        add(RESERVED, Totals.product(reserved, micros));
    }

    /** Adds a change of other allocated TRES, which lasts until the account's instant. */
    void add(Instant since, Map<String, Long> tres) {
        long millis = Duration.between(since, at).toMillis();
        tres.forEach((name, amount) -> {
            add(HELD + name, amount);
            add(HELD_MILLIS + name, Totals.product(amount, millis));
        });
    }

    private void addTres(Map<String, Long> held, Map<String, Long> millis) {
        held.forEach((name, amount) -> add(HELD + name, amount));
        millis.forEach((name, amount) -> add(HELD_MILLIS + name, amount));
    }

    void add(Usage usage) {
        add(QuantityFields.of(usage));
    }

    private void add(Amounts more) {
        Quantity.ALL.forEach(quantity -> add(quantity.field(), more.get(quantity)));
    }

    private void add(String name, long more) {
        add(name, BigInteger.valueOf(more));
    }

    /** Adds as {@link BigInteger}: the begin of an allocation alone may overflow, because its end is another entry. */
    private void add(String name, BigInteger more) {
        amounts.merge(name, more, isSum(name) ? BigInteger::add : BigInteger::max);
    }

    /** Returns true if amounts of that name are summed; of a high-water mark the maximum is taken. */
    static boolean isSum(String name) {
        return !HIGHWATERS.contains(name);
    }

    Set<String> names() {
        return amounts.keySet();
    }

    /** Returns the amount, at most {@link Long#MAX_VALUE} as in the tables. */
    long amount(String name) {
        return Totals.fitted(amounts.getOrDefault(name, BigInteger.ZERO));
    }

    /** Returns true if any amount is not 0, so that there must be a row. */
    boolean isUsed() {
        return amounts.values().stream().anyMatch(amount -> amount.signum() != 0);
    }

    /** Returns the difference from the expected account. */
    Optional<String> difference(String name, UsageReconciliation should) {
        Set<String> names = new TreeSet<>(names());
        names.addAll(should.names());
        for (String what : names) {
            if (amount(what) != should.amount(what)) {
                return Check.difference(name, what, amount(what), should.amount(what));
            }
        }
        return Optional.empty();
    }
}
