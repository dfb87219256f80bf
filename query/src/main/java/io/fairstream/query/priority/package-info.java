/** Parts of the priorities of waiting jobs. */
@NullMarked
package io.fairstream.query.priority;

import org.jspecify.annotations.NullMarked;
