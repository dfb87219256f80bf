/** Dumps of Slurm's accounting database by {@code sacct -P}, as job events. */
@NullMarked
package io.fairstream.slurm.sacct;

import org.jspecify.annotations.NullMarked;
