/** The division of a pool, and the same history under two configurations. */
@NullMarked
package io.fairstream.query.whatif;

import org.jspecify.annotations.NullMarked;
