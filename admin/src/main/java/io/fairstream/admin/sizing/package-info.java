/** Estimate of a site's deployment, from measured costs. */
@NullMarked
package io.fairstream.admin.sizing;

import org.jspecify.annotations.NullMarked;
