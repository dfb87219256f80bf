/**
 * Bridge from Slurm's Kafka topics ({@code jobcomp/kafka}) to job events, exactly once: see {@link
 * io.fairstream.slurm.bridge.SlurmBridge}.
 */
@NullMarked
package io.fairstream.slurm.bridge;

import org.jspecify.annotations.NullMarked;
