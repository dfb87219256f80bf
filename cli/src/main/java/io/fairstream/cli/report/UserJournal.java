package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What users are charged for, read once from the journal: nothing of it is kept but what who hears it keeps. */
final class UserJournal {
    private final Listener listener;

    UserJournal(Listener listener) {
        this.listener = listener;
    }

    /** Hears the entries, of one cluster or of all. */
    interface Listener {
        /** From an instant on more or fewer processors are the user's. */
        void allocation(Who who, AllocationChange change);

        /** The user, or nobody, used something over an interval. */
        void usage(Who who, Usage usage);
    }

    /**
     * Who is charged.
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
     * @return about how far it reaches back if older entries are deleted
     */
    static Optional<Instant> read(TopicReader reader, Listener listener) {
        return JournalReach.read(reader, new UserJournal(listener)::charge);
    }

    void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.USER) {
            return;
        }
        Dimensions dimensions = charge.getDimensions();
        Who who = new Who(charge.getAccount(), orEmpty(dimensions.getCluster()), dimensions);
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
