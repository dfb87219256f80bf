/** Volunteers' hosts, end to end. */
@NullMarked
package io.fairstream.it.hosts;

import org.jspecify.annotations.NullMarked;
