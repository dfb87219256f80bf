/**
 * Readers of Slurm's job data, as job events. {@link io.fairstream.slurm.SlurmBridge} forwards the records of its Kafka topics
 * ({@code jobcomp/kafka}), exactly once; {@link io.fairstream.slurm.SacctDump} reads dumps of its accounting database, and
 * {@link io.fairstream.slurm.SacctPoll} polls it.
 */
@NullMarked
package io.fairstream.slurm;

import org.jspecify.annotations.NullMarked;
