/** Slurm's own Kafka topics, sent on. */
@NullMarked
package io.fairstream.cli.slurm;

import org.jspecify.annotations.NullMarked;
