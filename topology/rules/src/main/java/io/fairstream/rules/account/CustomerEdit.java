package io.fairstream.rules.account;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import org.jspecify.annotations.Nullable;

/** A decision about one customer's account. */
public record CustomerEdit(String customer, Entry edit) {
    /**
     * The refusal of an edit that cannot be meant, or null if it is fine.
     *
     * @param times which times are accepted
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest entry seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(EventTimes times, long sent, long newest) {
        Refused refused = Names.refusal("customer", customer);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("by", edit.by());
        }
        if (refused == null) {
            refused = Edits.refusal(edit);
        }
        return refused == null ? times.refusal(edit.at(), sent, newest) : refused;
    }
}
