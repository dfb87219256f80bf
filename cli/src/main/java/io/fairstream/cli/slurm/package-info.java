/** Job events from Slurm's own Kafka topics or from {@code sacct}. */
@NullMarked
package io.fairstream.cli.slurm;

import org.jspecify.annotations.NullMarked;
