package io.fairstream.cli.shares;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.query.priority.EditRecord;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.priority.Edit.CancelLease;
import io.fairstream.rules.priority.Edit.Change;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Edit.Delete;
import io.fairstream.rules.priority.Edit.ResetUsage;
import io.fairstream.rules.priority.Edit.SetAccumulatedUsage;
import io.fairstream.rules.priority.Edit.SetBeginUsage;
import io.fairstream.rules.priority.Edit.SetCeiling;
import io.fairstream.rules.priority.Edit.SetFactor;
import io.fairstream.rules.priority.Edit.SetFloor;
import io.fairstream.rules.priority.Edit.SetLastUsage;
import io.fairstream.rules.priority.Edit.SetPriority;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * An edit as requested on the command line.
 *
 * @param customer null for all
 * @param value as typed; empty if the edit takes none
 */
record Edit(Kind kind, @Nullable String customer, String value) {

    /** Kinds of edits of an account. */
    enum Kind {
        SET_PRIORITY("--set-priority", "priority"),
        SET_FACTOR("--set-factor", "factor"),
        SET_CEILING("--set-ceiling", "ceiling"),
        SET_FLOOR("--set-floor", "floor"),
        CANCEL_FACTOR_LEASE("--cancel-factor-lease", ""),
        CANCEL_CEILING_LEASE("--cancel-ceiling-lease", ""),
        CANCEL_FLOOR_LEASE("--cancel-floor-lease", ""),
        SET_ACCUM("--set-accum", "weightedAccumulatedUsage"),
        SET_BEGIN("--set-begin", "begin of usage"),
        SET_LAST("--set-last", "last usage"),
        RESET_USAGE("--reset-usage", ""),
        RESET_ALL("--reset-all", ""),
        DELETE("--delete", "");

        private final String option;
        private final String field;

        Kind(String option, String field) {
            this.option = option;
            this.field = field;
        }

        String option() {
            return option;
        }

        /** True if an edit of this kind can expire. */
        boolean canEnd() {
            return this == SET_FACTOR || this == SET_CEILING || this == SET_FLOOR;
        }

        /** True if the edit applies to a customer that is not known yet; other edits would have nothing to change. */
        boolean canBeFirst() {
            return canEnd() || this == SET_PRIORITY || this == SET_ACCUM || this == SET_BEGIN || this == SET_LAST;
        }

        /** Kind of the leases that the edit ends; empty if it ends none. */
        Optional<LeaseKind> cancels() {
            return switch (this) {
                case CANCEL_FACTOR_LEASE -> Optional.of(LeaseKind.FACTOR);
                case CANCEL_CEILING_LEASE -> Optional.of(LeaseKind.CEILING);
                case CANCEL_FLOOR_LEASE -> Optional.of(LeaseKind.FLOOR);
                default -> Optional.empty();
            };
        }
    }

    /** Circumstances of an edit: its begin and end, its author, and the reason, if given. */
    record Circumstances(
            Instant at,
            @Nullable Instant until,
            String by,
            @Nullable String reason) {}

    /**
     * Creates the record to send.
     *
     * @throws IllegalArgumentException if the value is malformed, or the rules reject it
     */
    AccountEdit record(String name, Circumstances when) {
        CustomerEdit edit = new CustomerEdit(
                name, new io.fairstream.rules.priority.Edit(when.at().toEpochMilli(), when.by(), change(when)));
        Rejection refused = Names.refusal("customer", name);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("by", when.by());
        }
        if (refused == null) {
            refused = refusalOfReason(when.reason());
        }
        if (refused == null) {
            refused = edit.decided().refusal();
        }
        if (refused != null) {
            throw new IllegalArgumentException(refused.detail() + ", customer " + Names.shown(name));
        }
        return EditRecord.of(edit, when.reason());
    }

    private static @Nullable Rejection refusalOfReason(@Nullable String reason) {
        if (reason == null) {
            return null;
        }
        Rejection refused = Names.refusalOfLength("reason", reason, EditRecord.LONGEST_REASON);
        return refused == null ? Names.refusalUnlessEmpty("reason", reason) : refused;
    }

    private Change change(Circumstances when) {
        Long until = when.until() == null ? null : (Long) when.until().toEpochMilli();
        return switch (kind) {
            case SET_PRIORITY -> new SetPriority(number());
            case SET_FACTOR -> new SetFactor(number(), until);
            case SET_CEILING -> new SetCeiling(number(), until);
            case SET_FLOOR -> new SetFloor(number(), until);
            case CANCEL_FACTOR_LEASE -> new CancelLease(Decision.Kind.FACTOR);
            case CANCEL_CEILING_LEASE -> new CancelLease(Decision.Kind.CEILING);
            case CANCEL_FLOOR_LEASE -> new CancelLease(Decision.Kind.FLOOR);
            case SET_ACCUM -> new SetAccumulatedUsage(number());
            case SET_BEGIN -> new SetBeginUsage(time());
            case SET_LAST -> new SetLastUsage(time());
            case RESET_USAGE, RESET_ALL -> new ResetUsage();
            case DELETE -> new Delete();
        };
    }

    private double number() {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(kind.field + ": \"" + value + "\" (expected: a number)", e);
        }
    }

    /** The value as time in milliseconds; a whole number counts seconds, as in HTCondor's tool. */
    private long time() {
        try {
            return value.matches("-?\\d{1,12}")
                    ? Math.multiplyExact(Long.parseLong(value), 1000L)
                    : new InstantConverter().convert(value).toEpochMilli();
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException(
                    kind.field + ": \"" + value
                            + "\" (expected: seconds since 1970, or a time like 2026-03-02T08:00:00Z)",
                    e);
        }
    }

    /**
     * Reason against applying the edit to the row; null if there is none.
     *
     * @param row evaluated at the edit's instant
     * @param force whether a deletion may forget open matches
     */
    @Nullable
    String objection(Priority row, boolean force) {
        if (kind == Kind.DELETE && row.getResourcesInUse() > 0 && !force) {
            return row.getCustomer() + ": " + matches(row.getResourcesInUse())
                    + ", which a deletion would discard (expected: none; --matches lists them, --force deletes "
                    + "anyway)";
        }
        return kind.cancels()
                .filter(lease -> row.getLeases().stream().noneMatch(it -> it.getKind() == lease))
                .map(lease ->
                        row.getCustomer() + ": no lease of kind " + lease + " is in force (expected: one to cancel)")
                .orElse(null);
    }

    private static String matches(long count) {
        return count == 1 ? "1 open match" : String.format("%,d open matches", count);
    }
}
