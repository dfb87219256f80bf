/** Slurm: site factors of pending jobs. */
@NullMarked
package io.fairstream.steering.slurm;

import org.jspecify.annotations.NullMarked;
