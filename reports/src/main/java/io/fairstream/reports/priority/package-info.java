/** What the priorities of waiting jobs are made of. */
@NullMarked
package io.fairstream.reports.priority;

import org.jspecify.annotations.NullMarked;
