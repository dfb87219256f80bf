package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Result of a job that has ended. Listings contain a number or a word. */
enum Result {
    COMPLETED(1),
    FAILED(2),
    CANCELED(4),
    TIMEOUT(8);

    private final int number;

    Result(int number) {
        this.number = number;
    }

    /** Returns the result; null if unknown. */
    static @Nullable Result of(JsonFields job) throws MalformedException {
        JsonNode reported = job.json().path("result");
        if (!job.has("result")) {
            return null;
        }
        return Arrays.stream(values())
                .filter(result -> reported.isIntegralNumber()
                        ? reported.intValue() == result.number
                        : result.name().equals(reported.textValue()))
                .findFirst()
                .orElseThrow(() -> new MalformedException(
                        "result",
                        reported.isTextual() ? reported.textValue() : reported,
                        "COMPLETED, FAILED, CANCELED, TIMEOUT, or 1, 2, 4, 8"));
    }

    /**
     * Derives the result from an eventlog like Flux: completed if the shells succeeded, otherwise by the exception, if
     * there was one.
     *
     * @param status null if no shell ever ended
     * @param exception the type of the most severe exception; empty for none
     */
    static Result of(@Nullable WaitStatus status, String exception) {
        if (status != null && status.isSuccess()) {
            return COMPLETED;
        }
        return switch (exception) {
            case "cancel" -> CANCELED;
            case "timeout" -> TIMEOUT;
            default -> FAILED;
        };
    }

    /** Returns the outcome of job events, which has Slurm's names. */
    String outcome() {
        return this == CANCELED ? "CANCELLED" : name();
    }
}
