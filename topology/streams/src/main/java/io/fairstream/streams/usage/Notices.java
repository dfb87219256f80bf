package io.fairstream.streams.usage;

import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.usage.Course.Change;
import io.fairstream.rules.usage.NoticeRow;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.StageContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Notices about the accounts of a task, with the newest cause of each account since its last commit. Mutable; one owner. */
final class Notices {
    static final Output<NoticeRow> NOTICES = Output.of(Topics.NOTICES, NoticeRow.class);

    private final Map<String, Cause> causes = new HashMap<>();

    /** Notes that a record concerns an account. */
    void causedBy(String account, Cause cause) {
        causes.put(account, cause);
    }

    /** Writes the changes of a target's thresholds. */
    void write(StageContext<?, ?, ?> out, String account, TargetState state, List<Change> changes, long timestamp) {
        for (Change change : changes) {
            Cause cause = Objects.requireNonNullElseGet(causes.get(account), () -> out.configuration(timestamp));
            NoticeRow notice = NoticeRow.of(state, Objects.requireNonNull(state.balance()), change, cause);
            out.write(NOTICES, state.target(), notice, timestamp);
        }
    }

    /** Forgets the cause of an account, whose notices were written. */
    void forget(String account) {
        causes.remove(account);
    }
}
