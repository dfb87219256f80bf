package io.fairstream.query.usage;

import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Single read of the charges of users in the journal; only the listener stores data. */
final class UserJournal {
    private final PeriodQuery query;
    private final Listener listener;

    UserJournal(PeriodQuery query, Listener listener) {
        this.query = query;
        this.listener = listener;
    }

    /** Receives the entries of the requested clusters. */
    interface Listener {
        /** Receives a change of a user's processors from an instant on. */
        void allocation(Who who, AllocationChange change);

        /** Receives usage over an interval, of a user or of none. */
        void usage(Who who, Usage usage);
    }

    /**
     * Charged user.
     *
     * @param cluster empty for none
     */
    record Who(String user, String cluster, Dimensions dimensions) {
        /** Returns the job's bank; empty for none. */
        String bank() {
            return Objects.requireNonNullElse(dimensions.getBank(), "");
        }
    }

    /**
     * Reads the journal to its end.
     *
     * @return approximate begin of the journal if older entries are deleted; otherwise null
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
