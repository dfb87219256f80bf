package io.fairstream.query.priority;

import io.fairstream.query.columns.Numbers;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.CancelLease;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Descriptions of edits. */
public final class EditText {
    private EditText() {}

    /** Describes an accepted edit. */
    public static String of(Edit edit) {
        Decision decision = edit.decision();
        if (decision != null) {
            Instant until = decision.isForGood() ? null : Instant.ofEpochMilli(decision.until());
            return decided(decision.kind(), decision.value(), until);
        }
        Edit.Change change = edit.edit();
        if (change instanceof Edit.CancelLease cancel) {
            return cancelled(cancel.kind());
        }
        if (change instanceof Edit.SetPriority set) {
            return priority(set.priority());
        }
        if (change instanceof Edit.SetAccumulatedUsage set) {
            return usage(set.weightedAccumulatedUsage());
        }
        if (change instanceof Edit.SetBeginUsage set) {
            return begin(Instant.ofEpochMilli(set.at()));
        }
        if (change instanceof Edit.SetLastUsage set) {
            return last(Instant.ofEpochMilli(set.at()));
        }
        return change instanceof Edit.ResetUsage ? "reset the usage" : "delete";
    }

    /** Describes an edit as it was sent, which may be rejected. */
    public static String of(AccountEdit sent) {
        Object edit = sent.getEdit();
        if (edit instanceof SetFactor set) {
            return decided(Decision.Kind.FACTOR, set.getFactor(), set.getUntil());
        }
        if (edit instanceof SetCeiling set) {
            return decided(Decision.Kind.CEILING, set.getCeiling(), set.getUntil());
        }
        if (edit instanceof SetFloor set) {
            return decided(Decision.Kind.FLOOR, set.getFloor(), set.getUntil());
        }
        if (edit instanceof CancelLease cancel) {
            return cancelled(Decision.Kind.valueOf(cancel.getKind().name()));
        }
        if (edit instanceof SetPriority set) {
            return priority(set.getPriority());
        }
        if (edit instanceof SetAccumulatedUsage set) {
            return usage(set.getWeightedAccumulatedUsage());
        }
        if (edit instanceof SetBeginUsage set) {
            return begin(set.getAt());
        }
        if (edit instanceof SetLastUsage set) {
            return last(set.getAt());
        }
        return edit instanceof ResetUsage ? "reset the usage" : "delete";
    }

    private static String decided(Decision.Kind kind, double value, @Nullable Instant until) {
        boolean isNone = value == none(kind);
        return "set the " + name(kind) + " to " + (isNone ? "none" : Numbers.number(value))
                + (until == null ? "" : " until " + until);
    }

    private static String cancelled(Decision.Kind kind) {
        return "cancel the leases of the " + name(kind);
    }

    private static String priority(double priority) {
        return "set the real priority to " + priority;
    }

    private static String usage(double weightedSeconds) {
        return "set the weighted usage to " + Numbers.hours(weightedSeconds) + " h";
    }

    private static String begin(Instant at) {
        return "set the begin of usage to " + at;
    }

    private static String last(Instant at) {
        return "set the last usage to " + at;
    }

    private static double none(Decision.Kind kind) {
        return kind == Decision.Kind.CEILING ? -1 : 0;
    }

    private static String name(Decision.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
