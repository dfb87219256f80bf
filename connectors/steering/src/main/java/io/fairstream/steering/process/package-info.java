/** Command lines of a scheduler's own tools, run without a shell. */
@NullMarked
package io.fairstream.steering.process;

import org.jspecify.annotations.NullMarked;
