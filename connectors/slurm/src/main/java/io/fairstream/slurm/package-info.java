/**
 * Readers of Slurm's job data, as job events. {@code bridge} reads the records of its Kafka topics and forwards them,
 * {@code sacct} reads its accounting database.
 */
@NullMarked
package io.fairstream.slurm;

import org.jspecify.annotations.NullMarked;
