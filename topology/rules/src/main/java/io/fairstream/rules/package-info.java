/** What the ledgers and accounts share: refusals, names, event times, and the bookkeeping of older pages. */
@NullMarked
package io.fairstream.rules;

import org.jspecify.annotations.NullMarked;
