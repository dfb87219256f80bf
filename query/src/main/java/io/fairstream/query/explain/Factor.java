package io.fairstream.query.explain;

import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.RecordFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A priority factor and its origin.
 *
 * @param rule origin, in words
 * @param since when it was decided, null if it was not
 * @param until when a lease ends, null if there is no lease
 * @param then the factor after the lease, null without a lease
 */
record Factor(
        double value,
        FactorSource source,
        String rule,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable Factor then) {

    /**
     * Returns the factor in force.
     *
     * @param rules for an instant before the row's own, which only the journal covers
     */
    static Factor of(Explained explained, FactorRules rules) {
        Priority row = explained.published() != null ? explained.published() : rowThen(explained, rules);
        List<Lease> leases = row.getLeases().stream()
                .filter(lease -> lease.getKind() == LeaseKind.FACTOR)
                .toList();
        if (leases.isEmpty()) {
            return lasting(row.getPriorityFactor(), row.getFactorSource(), explained);
        }
        return leased(leases, explained);
    }

    /** Returns the factor at a future instant: leases end. */
    double at(Instant time) {
        Factor inForce = this;
        while (inForce.until != null && !inForce.until.isAfter(time)) {
            inForce = Objects.requireNonNull(inForce.then, "the value after a lease");
        }
        return inForce.value;
    }

    private static Priority rowThen(Explained explained, FactorRules rules) {
        PriorityRow row =
                PriorityRow.of(explained.row().getCustomer(), explained.parts().state(), rules, explained.halfLife());
        return AvroRecords.record(new RecordFormat<>(PriorityRow.class, Topics.PRIORITIES), row, Priority.class);
    }

    /** Returns the factor of a lease; with several leases the next one is in force after the first has ended. */
    private static Factor leased(List<Lease> newestFirst, Explained explained) {
        Lease lease = newestFirst.get(0);
        List<Lease> later = new ArrayList<>(newestFirst);
        later.removeIf(other -> !other.getUntil().isAfter(lease.getUntil()));
        Factor then = later.isEmpty()
                ? lasting(
                        Objects.requireNonNull(lease.getPrior()),
                        Objects.requireNonNull(lease.getPriorSource()),
                        explained)
                : leased(later, explained);
        Instant since = lease.getAt();
        return new Factor(
                lease.getValue(),
                FactorSource.LEASE,
                "lease" + by(explained, since, lease.getUntil().toEpochMilli()),
                since,
                lease.getUntil(),
                then);
    }

    private static Factor lasting(double value, FactorSource source, Explained explained) {
        Instant since = null;
        if (source == FactorSource.EXPLICIT) {
            since = explained.edits().stream()
                    .filter(edit -> isFactor(edit, Decision.FOR_GOOD))
                    .map(edit -> Instant.ofEpochMilli(edit.at()))
                    .reduce((one, other) -> other)
                    .orElse(null);
        }
        String rule = source == FactorSource.EXPLICIT ? explicit(explained, since) : rule(source, explained.row());
        return new Factor(value, source, rule, since, null, null);
    }

    private static String explicit(Explained explained, @Nullable Instant since) {
        return "set permanently" + (since == null ? "" : by(explained, since, Decision.FOR_GOOD));
    }

    private static boolean isFactor(Edit edit, long until) {
        Decision decided = edit.decision();
        return decided != null && decided.kind() == Decision.Kind.FACTOR && decided.until() == until;
    }

    private static String by(Explained explained, Instant since, long until) {
        return explained.edits().stream()
                .filter(edit -> isFactor(edit, until) && edit.at() == since.toEpochMilli())
                .map(edit -> edit.by().isEmpty() ? "" : " by " + edit.by())
                .reduce("", (one, other) -> other);
    }

    private static String rule(FactorSource source, Priority row) {
        return switch (source) {
            case DEFAULT -> "default, priority.factor.default";
            case NICE_USER -> "names that begin with nice-user, priority.factor.nice-user";
            case GROUP ->
                "its group"
                        + (row.getParent() == null || row.getGroup() ? "" : " " + row.getParent())
                        + ", priority.factor.groups";
            case REMOTE -> "domains other than local.domain, priority.factor.remote";
            case EXPLICIT, LEASE -> "";
        };
    }
}
