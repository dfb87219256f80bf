/** From Slurm's Kafka topics to job events, exactly once: {@link io.fairstream.slurm.bridge.SlurmBridge} is the picture. */
@NullMarked
package io.fairstream.slurm.bridge;

import org.jspecify.annotations.NullMarked;
