/**
 * Ledgers turn events about one thing into entries and know nothing of priorities.
 *
 * <p>{@link io.fairstream.rules.match.MatchLedger} does so for the matches of one resource.
 */
@NullMarked
package io.fairstream.rules.match;

import org.jspecify.annotations.NullMarked;
