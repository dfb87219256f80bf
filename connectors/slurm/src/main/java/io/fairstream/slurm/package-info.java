/**
 * Readers of Slurm's job data, as job events. {@code jobcomp} reads the records of its Kafka topics, {@code bridge}
 * forwards them from topic to topic, {@code sacct} reads dumps of its accounting database.
 */
@NullMarked
package io.fairstream.slurm;

import org.jspecify.annotations.NullMarked;
