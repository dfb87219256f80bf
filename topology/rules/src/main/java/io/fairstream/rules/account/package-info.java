/**
 * Accounts fold entries and edits and know nothing of events.
 *
 * <p>{@link io.fairstream.rules.account.PriorityAccount} does so for one customer's priority and usage.
 */
@NullMarked
package io.fairstream.rules.account;

import org.jspecify.annotations.NullMarked;
