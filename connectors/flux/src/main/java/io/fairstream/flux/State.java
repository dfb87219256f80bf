package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** State of a job (RFC 21). Listings contain a number or a word. */
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
        JsonNode reported = job.json().path("state");
        return Arrays.stream(values())
                .filter(state -> reported.isIntegralNumber()
                        ? reported.intValue() == state.number
                        : state.name().equals(reported.textValue()))
                .findFirst()
                .orElseThrow(() -> reported.isMissingNode()
                        ? new MalformedException("state: missing")
                        : new MalformedException(
                                "state",
                                reported.isTextual() ? reported.textValue() : reported,
                                "NEW, DEPEND, PRIORITY, SCHED, RUN, CLEANUP, INACTIVE, or 1, 2, 4 to 64"));
    }

    /**
     * Returns the state according to the times in a listing. Before May 2020 there was no PRIORITY, so that 8 was RUN,
     * 16 CLEANUP and 32 INACTIVE.
     *
     * @param run time of the allocation; null if there was none
     * @param inactive time of the end; null before
     */
    State at(@Nullable Instant run, @Nullable Instant inactive) {
        if (inactive != null) {
            return INACTIVE;
        }
        return run == null || isHolding() || this == INACTIVE ? this : RUN;
    }

    /** Returns true if the job has its nodes; also in CLEANUP. */
    boolean isHolding() {
        return this == RUN || this == CLEANUP;
    }
}
