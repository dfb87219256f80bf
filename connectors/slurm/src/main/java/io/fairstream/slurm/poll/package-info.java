/** A cluster's jobs by asking {@code sacct} again and again. */
@NullMarked
package io.fairstream.slurm.poll;

import org.jspecify.annotations.NullMarked;
