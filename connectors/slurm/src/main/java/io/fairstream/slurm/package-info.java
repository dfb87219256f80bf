/**
 * Readers of Slurm's job data, as job events. {@link io.fairstream.slurm.SlurmBridge} forwards the records of its Kafka topics
 * ({@code jobcomp/kafka}), exactly once; {@code sacct} reads its accounting database.
 */
@NullMarked
package io.fairstream.slurm;

import org.jspecify.annotations.NullMarked;
