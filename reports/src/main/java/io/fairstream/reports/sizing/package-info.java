/** Estimate of the size of a site, from costs that were measured. */
@NullMarked
package io.fairstream.reports.sizing;

import org.jspecify.annotations.NullMarked;
