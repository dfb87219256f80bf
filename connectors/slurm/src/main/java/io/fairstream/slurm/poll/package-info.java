/** Reader of a cluster's jobs that polls {@code sacct}. */
@NullMarked
package io.fairstream.slurm.poll;

import org.jspecify.annotations.NullMarked;
