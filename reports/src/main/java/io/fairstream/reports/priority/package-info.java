/** Parts of the priorities of waiting jobs. */
@NullMarked
package io.fairstream.reports.priority;

import org.jspecify.annotations.NullMarked;
