package io.fairstream.reports.usage;

import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Charges of users, read once from the journal: nothing of it is kept but what the listener keeps. */
final class UserJournal {
    private final PeriodQuery query;
    private final Listener listener;

    UserJournal(PeriodQuery query, Listener listener) {
        this.query = query;
        this.listener = listener;
    }

    /** Gets the entries of the clusters that are asked for. */
    interface Listener {
        /** From an instant on more or fewer processors are the user's. */
        void allocation(Who who, AllocationChange change);

        /** The user, or nobody, used something over an interval. */
        void usage(Who who, Usage usage);
    }

    /**
     * User who is charged.
     *
     * @param cluster empty for none
     */
    record Who(String user, String cluster, Dimensions dimensions) {
        /** The job's bank; empty for none. */
        String bank() {
            return Objects.requireNonNullElse(dimensions.getBank(), "");
        }
    }

    /**
     * Reads the journal to its end.
     *
     * @return about how far it reaches back if older entries are deleted; else null
     */
    static @Nullable Instant read(TopicReader reader, PeriodQuery query, Listener listener) {
        return JournalReach.read(reader, new UserJournal(query, listener)::charge)
                .orElse(null);
    }

    void charge(Charge charge) {
        Dimensions dimensions = charge.getDimensions();
        Who who = new Who(charge.getAccount(), orEmpty(dimensions.getCluster()), dimensions);
        if (charge.getKind() != ChargeKind.USER || !query.isWanted(who.cluster)) {
            return;
        }
        if (charge.getEntry() instanceof AllocationChange change) {
            listener.allocation(who, change);
        } else if (charge.getEntry() instanceof Usage usage) {
            listener.usage(who, usage);
        }
    }

    private static String orEmpty(@Nullable String name) {
        return Objects.requireNonNullElse(name, "");
    }
}
