/**
 * In-memory views of output topics, which can be evaluated at any instant: {@link io.fairstream.client.PriorityView}
 * follows {@code priorities}, {@link io.fairstream.client.UsageView} follows {@code association-usage} and ranks users.
 */
@NullMarked
package io.fairstream.client;

import org.jspecify.annotations.NullMarked;
