/**
 * Accounts of associations, which are users in banks, and of banks; and their ranking: fair shares as functions of shares and usages.
 *
 * <p>An {@link io.fairstream.rules.share.AssociationAccount} has usage by half-life period and the part of it that counts. A
 * {@link io.fairstream.rules.share.ShareTree} holds banks, users, shares and usages; a {@link io.fairstream.rules.share.FairSharePolicy}
 * ranks its users. Policies use no clock: usages are those at one instant.
 */
@NullMarked
package io.fairstream.rules.share;

import org.jspecify.annotations.NullMarked;
