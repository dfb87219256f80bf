/**
 * The journal: what the ledgers charge and the accounts fold. Both know it, and not each other. Entries add up in any order; a
 * correction is a further entry.
 */
@NullMarked
package io.fairstream.rules.journal;

import org.jspecify.annotations.NullMarked;
