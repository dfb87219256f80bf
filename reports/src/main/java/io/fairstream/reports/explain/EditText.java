package io.fairstream.reports.explain;

import io.fairstream.reports.columns.Numbers;
import io.fairstream.rules.priority.Decision;
import io.fairstream.rules.priority.Edit;
import java.time.Instant;
import java.util.Locale;

/** Edits in words. */
final class EditText {
    private EditText() {}

    static String of(Edit edit) {
        if (edit instanceof Edit.Decide decide) {
            return of(decide);
        }
        if (edit instanceof Edit.CancelLease cancel) {
            return "cancel the leases of the " + name(cancel.kind());
        }
        if (edit instanceof Edit.SetPriority set) {
            return "set the real priority to " + set.priority();
        }
        if (edit instanceof Edit.SetAccumulatedUsage set) {
            return "set the weighted usage to " + Numbers.hours(set.weightedSeconds()) + " h";
        }
        if (edit instanceof Edit.SetBeginUsage set) {
            return "set the begin of usage to " + Instant.ofEpochMilli(set.beginUsage());
        }
        if (edit instanceof Edit.SetLastUsage set) {
            return "set the last usage to " + Instant.ofEpochMilli(set.lastUsage());
        }
        return edit instanceof Edit.ResetUsage ? "reset the usage" : "delete";
    }

    private static String of(Edit.Decide decide) {
        String until = decide.until() == Decision.FOR_GOOD ? "" : " until " + Instant.ofEpochMilli(decide.until());
        boolean isNone = decide.value() == none(decide.kind());
        String value = isNone ? "none" : Numbers.number(decide.value());
        return "set the " + name(decide.kind()) + " to " + value + until;
    }

    private static double none(Decision.Kind kind) {
        return kind == Decision.Kind.CEILING ? -1 : 0;
    }

    private static String name(Decision.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
