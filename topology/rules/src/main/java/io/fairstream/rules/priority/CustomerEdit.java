package io.fairstream.rules.priority;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A decision about one customer's account. */
public record CustomerEdit(String customer, Edit edit) {
    /**
     * The refusal of an edit that cannot be meant, or null if it is fine.
     *
     * @param groups the configured groups
     * @param times which times are accepted
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest entry seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(Groups groups, EventTimes times, long sent, long newest) {
        Refused refused = Names.refusal("customer", customer);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("by", edit.by());
        }
        if (refused == null) {
            refused = edit.refusal();
        }
        if (refused == null) {
            refused = refusal(groups.spelling(customer));
        }
        return refused == null ? times.refusal(edit.at(), sent, newest) : refused;
    }

    /** Kind of the change, in a word or two; there are few kinds. */
    public String kind() {
        String name = edit instanceof Edit.Decide decided
                ? "Decide-" + decided.kind()
                : edit.getClass().getSimpleName();
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** Group names are case-insensitive, but each group is one customer; and it is there as long as it is configured. */
    private @Nullable Refused refusal(@Nullable String group) {
        if (group != null && !group.equals(customer)) {
            return new Refused(
                    Reason.EDIT_IMPOSSIBLE,
                    String.format("customer: \"%s\" (expected: \"%s\", as the group is configured)", customer, group));
        }
        if (group != null && edit instanceof Edit.Delete) {
            return new Refused(
                    Reason.EDIT_IMPOSSIBLE,
                    "customer: \"" + customer + "\" (expected: no configured group, to delete it)");
        }
        return null;
    }
}
