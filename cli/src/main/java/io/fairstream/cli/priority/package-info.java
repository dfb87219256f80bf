/** {@code priority}: what the priorities of waiting jobs are made of. */
@NullMarked
package io.fairstream.cli.priority;

import org.jspecify.annotations.NullMarked;
