/** Readers of Slurm's accounting database as job events: dumps of {@code sacct -P}, and polls of {@code sacct}. */
@NullMarked
package io.fairstream.slurm.sacct;

import org.jspecify.annotations.NullMarked;
