package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The states of a job (RFC 21). Listings tell them by number or by word. */
enum State {
    NEW(1),
    DEPEND(2),
    PRIORITY(4),
    SCHED(8),
    RUN(16),
    CLEANUP(32),
    INACTIVE(64);

    private final int number;

    State(int number) {
        this.number = number;
    }

    static State of(JsonFields job) throws MalformedException {
        JsonNode told = job.json().path("state");
        return Arrays.stream(values())
                .filter(state -> told.isIntegralNumber()
                        ? told.intValue() == state.number
                        : state.name().equals(told.textValue()))
                .findFirst()
                .orElseThrow(() -> told.isMissingNode()
                        ? new MalformedException("state: missing")
                        : new MalformedException(
                                "state",
                                told.isTextual() ? told.textValue() : told,
                                "NEW, DEPEND, PRIORITY, SCHED, RUN, CLEANUP, INACTIVE, or 1, 2, 4 to 64"));
    }

    /**
     * The state by the times that a listing has of the job. Before May 2020 there was no PRIORITY, so that 8 was RUN, 16 CLEANUP and 32
     * INACTIVE.
     *
     * @param run when it was allotted its nodes; null if it was not
     * @param inactive when it was over; null before
     */
    State at(@Nullable Instant run, @Nullable Instant inactive) {
        if (inactive != null) {
            return INACTIVE;
        }
        return run == null || isHolding() || this == INACTIVE ? this : RUN;
    }

    /** True if the job has its nodes; in CLEANUP, too. */
    boolean isHolding() {
        return this == RUN || this == CLEANUP;
    }
}
