/** Allocations and use of whole jobs, from the tables: {@code sacct}'s listing, {@code seff}'s efficiency, runaways. */
@NullMarked
package io.fairstream.query.accounting;

import org.jspecify.annotations.NullMarked;
