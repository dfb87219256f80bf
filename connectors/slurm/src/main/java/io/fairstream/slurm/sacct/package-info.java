/** Readers of dumps of Slurm's accounting database, such as {@code sacct -P}, as job events. */
@NullMarked
package io.fairstream.slurm.sacct;

import org.jspecify.annotations.NullMarked;
