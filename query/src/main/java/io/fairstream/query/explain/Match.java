package io.fairstream.query.explain;

/**
 * A match as identified by entries of the journal. Its id is not part of the identity: it may become known between two
 * entries.
 *
 * @param thing the resource; empty for a sum over several, as groups are charged
 * @param since when it began, milliseconds since 1970
 * @param isOwn whether it is the customer's; of a group, that of a direct member
 */
record Match(String thing, long since, boolean isOwn) {}
