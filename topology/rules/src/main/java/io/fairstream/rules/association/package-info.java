/**
 * The accounts of associations, users in banks, and of the banks: what was used in each half-life period and what of it counts.
 */
@NullMarked
package io.fairstream.rules.association;

import org.jspecify.annotations.NullMarked;
