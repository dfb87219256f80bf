/**
 * Entitlements of banks and users: fair shares and priorities as functions of shares and usages, and usage in half-life periods.
 *
 * <p>A {@link io.fairstream.rules.share.ShareTree} holds who shares with whom and what each used; a
 * {@link io.fairstream.rules.share.FairSharePolicy} ranks its users. No policy knows a clock: usages are those at one instant.
 */
@NullMarked
package io.fairstream.rules.share;

import org.jspecify.annotations.NullMarked;
