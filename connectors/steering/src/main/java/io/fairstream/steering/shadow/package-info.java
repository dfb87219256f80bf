/** Comparison of a scheduler's accounts with ours. */
@NullMarked
package io.fairstream.steering.shadow;

import org.jspecify.annotations.NullMarked;
