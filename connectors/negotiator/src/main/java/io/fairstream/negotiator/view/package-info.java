/**
 * In-memory views of output topics, which can be evaluated at any instant: {@link io.fairstream.negotiator.view.PriorityView}
 * follows {@code priorities}, {@link io.fairstream.negotiator.view.UsageView} follows {@code association-usage} and ranks users.
 */
@NullMarked
package io.fairstream.negotiator.view;

import org.jspecify.annotations.NullMarked;
