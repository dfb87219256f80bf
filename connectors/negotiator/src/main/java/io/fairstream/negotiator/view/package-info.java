/** {@link io.fairstream.negotiator.view.PriorityView} keeps the topic {@code priorities} at hand, for any instant. */
@NullMarked
package io.fairstream.negotiator.view;

import org.jspecify.annotations.NullMarked;
