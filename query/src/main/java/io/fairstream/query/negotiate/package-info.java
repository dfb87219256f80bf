/** Preview of the division of a pool. */
@NullMarked
package io.fairstream.query.negotiate;

import org.jspecify.annotations.NullMarked;
