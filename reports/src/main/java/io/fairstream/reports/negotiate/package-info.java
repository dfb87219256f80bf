/** How a pool would be divided. */
@NullMarked
package io.fairstream.reports.negotiate;

import org.jspecify.annotations.NullMarked;
