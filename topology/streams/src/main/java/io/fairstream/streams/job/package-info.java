/** Job events, the ledgers of jobs, and the table of jobs. */
@NullMarked
package io.fairstream.streams.job;

import org.jspecify.annotations.NullMarked;
