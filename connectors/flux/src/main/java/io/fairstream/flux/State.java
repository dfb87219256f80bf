package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.util.Arrays;

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

    /** Whether the job has its nodes; in CLEANUP, too. */
    boolean isHolding() {
        return this == RUN || this == CLEANUP;
    }
}
