/**
 * Ledgers turn events about one thing into entries and know nothing of priorities.
 *
 * <p>{@link io.fairstream.rules.ledger.MatchLedger} does so for the matches of one resource.
 */
@NullMarked
package io.fairstream.rules.ledger;

import org.jspecify.annotations.NullMarked;
