/**
 * The ledger of a resource: from match events to charges. Ledgers, of matches, jobs, sessions and hosts, know nothing of accounts.
 */
@NullMarked
package io.fairstream.rules.match;

import org.jspecify.annotations.NullMarked;
