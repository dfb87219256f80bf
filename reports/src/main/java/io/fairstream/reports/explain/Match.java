package io.fairstream.reports.explain;

/**
 * A match as entries of the journal name it: its id may have been learned between its entries, and is no part of it.
 *
 * @param thing the resource; empty for a sum over several, as groups are charged
 * @param since when it began, milliseconds since 1970
 * @param isOwn whether it is the customer's; of a group, that of a direct member
 */
record Match(String thing, long since, boolean isOwn) {}
