package io.fairstream.rules.account.usage;

import org.jspecify.annotations.Nullable;

/**
 * A charge for the account of a job number.
 *
 * @param submitted which job of the number, milliseconds since 1970; null for the one of which that was never said, and for
 *     what sessions used
 */
public record JobCharge(@Nullable Long submitted, UsageEntry entry) {}
