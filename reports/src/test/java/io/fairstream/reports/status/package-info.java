/** Tests of how a topology is. */
@NullMarked
package io.fairstream.reports.status;

import org.jspecify.annotations.NullMarked;
