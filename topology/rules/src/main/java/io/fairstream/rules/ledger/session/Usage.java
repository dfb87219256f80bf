package io.fairstream.rules.ledger.session;

import org.jspecify.annotations.Nullable;

/**
 * What somebody used over an interval.
 *
 * @param from milliseconds since 1970 UTC
 * @param to milliseconds since 1970 UTC, after {@code from}
 * @param user whose sessions they were; IDLE, DOWN or SYSTEM for what is nobody's
 * @param userId null when unknown
 */
public record Usage(
        long from,
        long to,
        Used used,
        String user,
        @Nullable Long userId) {}
