package io.fairstream.streams.wire;

import io.fairstream.rules.account.association.AssociationEntry;
import org.jspecify.annotations.Nullable;

/**
 * A charge by the job ledger for a user in a bank.
 *
 * @param path of the association
 * @param submitted which job of the number, milliseconds since 1970, or null
 * @param run or empty
 * @param bank or empty
 * @param cause the input record that led to it
 */
public record ChargedHolding(
        String path,
        String cluster,
        long jobId,
        @Nullable Long submitted,
        String run,
        String bank,
        AssociationEntry.Holding entry,
        Origin cause) {}
