package io.fairstream.rules.usage;

import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.Course.Change;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Published notice about an allocation. The names are those of the schema {@code Notice}, which documents them. */
public record NoticeRow(
        String target,
        Course.Kind kind,
        int threshold,
        long start,
        long periodStart,
        long at,
        @Nullable Long was,
        String unit,
        double granted,
        double spent,
        double balance,
        long asOf,
        @Nullable Long spentAtDayRate,
        @Nullable Long spentAtWeekRate,
        String topic,
        int partition,
        long offset,
        long sent,
        List<String> contacts) {
    private static final int WEEK = 7;

    /**
     * Creates the notice of a change.
     *
     * @param now balance of the target
     * @param cause the last record of the commit that concerns the target
     */
    public static NoticeRow of(TargetState state, Balance now, Change change, Cause cause) {
        Course course = now.course();
        return new NoticeRow(
                state.target(),
                change.kind(),
                change.crossing().threshold(),
                change.crossing().start(),
                change.crossing().periodStart(),
                change.crossing().at(),
                change.was() == null ? null : (Long) change.was().at(),
                state.by().unit(),
                course.granted(),
                course.spent(),
                now.amount(),
                now.asOf(),
                state.spentAt(now, 1),
                state.spentAt(now, WEEK),
                cause.topic(),
                cause.partition(),
                cause.offset(),
                cause.sent(),
                now.allocation().contacts());
    }
}
