/** Preview of the division of a pool. */
@NullMarked
package io.fairstream.reports.negotiate;

import org.jspecify.annotations.NullMarked;
