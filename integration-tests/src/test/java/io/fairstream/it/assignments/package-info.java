/** Projects for volunteers' hosts, over several tasks. */
@NullMarked
package io.fairstream.it.assignments;

import org.jspecify.annotations.NullMarked;
