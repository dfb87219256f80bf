/** {@code priority}: terms of the priorities of waiting jobs. */
@NullMarked
package io.fairstream.cli.priority;

import org.jspecify.annotations.NullMarked;
