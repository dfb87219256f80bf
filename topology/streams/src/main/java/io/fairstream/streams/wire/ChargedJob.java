package io.fairstream.streams.wire;

import io.fairstream.rules.account.usage.UsageEntry;
import org.jspecify.annotations.Nullable;

/**
 * A charge by the job ledger, for the job or for its user.
 *
 * @param account the job's number or the user
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param run or empty
 * @param bank or empty
 * @param cause the input record that led to it
 */
public record ChargedJob(
        boolean isOfUser,
        String account,
        String cluster,
        long jobId,
        @Nullable Long submitted,
        String run,
        String bank,
        UsageEntry entry,
        Origin cause) {}
