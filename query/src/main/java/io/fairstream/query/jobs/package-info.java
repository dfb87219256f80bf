/** Jobs: listings as {@code squeue}'s and {@code sacct}'s, efficiency, runaways, start estimates. */
@NullMarked
package io.fairstream.query.jobs;

import org.jspecify.annotations.NullMarked;
