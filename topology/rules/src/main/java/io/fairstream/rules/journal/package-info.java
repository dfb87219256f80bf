/**
 * The journal: entries that ledgers write and accounts fold. Ledgers and accounts depend on the journal, not on each other. Entries add up
 * in any order; a correction is another entry.
 */
@NullMarked
package io.fairstream.rules.journal;

import org.jspecify.annotations.NullMarked;
