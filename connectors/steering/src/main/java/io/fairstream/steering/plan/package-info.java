/** Which of the changes that would be right are worth an edit, and how far each may go. */
@NullMarked
package io.fairstream.steering.plan;

import org.jspecify.annotations.NullMarked;
