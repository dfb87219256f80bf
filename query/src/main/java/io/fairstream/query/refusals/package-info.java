/** Counts and examples of records that the topology rejected or could not read. */
@NullMarked
package io.fairstream.query.refusals;

import org.jspecify.annotations.NullMarked;
