/**
 * The ledger of a resource: converts match events to charges. Ledgers, which exist for matches, jobs, sessions and hosts, do not depend on
 * accounts.
 */
@NullMarked
package io.fairstream.rules.match;

import org.jspecify.annotations.NullMarked;
