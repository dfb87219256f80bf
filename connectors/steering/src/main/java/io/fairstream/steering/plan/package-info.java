/** Selection and size of edits. */
@NullMarked
package io.fairstream.steering.plan;

import org.jspecify.annotations.NullMarked;
