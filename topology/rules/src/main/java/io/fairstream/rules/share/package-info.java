/**
 * Ranking of banks and users: fair shares as functions of shares and usages.
 *
 * <p>A {@link io.fairstream.rules.share.ShareTree} holds banks, users, shares and usages; a
 * {@link io.fairstream.rules.share.FairSharePolicy} ranks its users. Policies use no clock: usages are those at one instant.
 */
@NullMarked
package io.fairstream.rules.share;

import org.jspecify.annotations.NullMarked;
