/**
 * Types that the ledgers and accounts share: refusals, names, event times, days, volunteers' work, and the bookkeeping of older
 * pages.
 */
@NullMarked
package io.fairstream.rules;

import org.jspecify.annotations.NullMarked;
