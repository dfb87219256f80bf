/** Jobs of a cluster by polling {@code sacct}. */
@NullMarked
package io.fairstream.slurm.poll;

import org.jspecify.annotations.NullMarked;
