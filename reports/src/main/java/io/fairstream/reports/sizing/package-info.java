/** Estimate of a site's deployment, from measured costs. */
@NullMarked
package io.fairstream.reports.sizing;

import org.jspecify.annotations.NullMarked;
