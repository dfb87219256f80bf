package io.fairstream.traces;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One job of a trace that used resources.
 *
 * @param id the job's name in its trace, unique there
 * @param submitted when it was submitted
 * @param start when it began to run
 * @param end when it ended; after start
 * @param processors allocated processors, 1 or more
 * @param user owner, numbered as in user12
 * @param group the user's group, numbered as in group3
 * @param userId the user's number; null if unknown
 * @param memoryMiB requested memory, all processors together; null if unknown
 * @param timeLimitMinutes requested limit; null if unknown
 * @param outcome COMPLETED, FAILED, CANCELLED or UNKNOWN
 */
public record Job(
        String id,
        Instant submitted,
        Instant start,
        Instant end,
        int processors,
        String user,
        String group,
        @Nullable Long userId,
        @Nullable Long memoryMiB,
        @Nullable Long timeLimitMinutes,
        String outcome) {
    public Job {
        if (!start.isBefore(end)) {
            throw new IllegalArgumentException("end: " + end + " (expected: after " + start + "), job " + id);
        }
        if (processors < 1) {
            throw new IllegalArgumentException("processors: " + processors + " (expected: 1 or more), job " + id);
        }
    }
}
