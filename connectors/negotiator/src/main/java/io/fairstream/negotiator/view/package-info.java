/**
 * Tables at hand for any instant: {@link io.fairstream.negotiator.view.PriorityView} follows {@code priorities},
 * {@link io.fairstream.negotiator.view.UsageView} follows {@code association-usage} and ranks by it.
 */
@NullMarked
package io.fairstream.negotiator.view;

import org.jspecify.annotations.NullMarked;
