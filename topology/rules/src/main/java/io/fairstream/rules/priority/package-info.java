/**
 * Accounts fold entries and edits and know nothing of events.
 *
 * <p>{@link io.fairstream.rules.priority.PriorityAccount} does so for one customer's priority and usage.
 */
@NullMarked
package io.fairstream.rules.priority;

import org.jspecify.annotations.NullMarked;
