/** Readers of the records in Slurm's Kafka topics (jobcomp/kafka): starts and ends of runs, as job events. */
@NullMarked
package io.fairstream.slurm.jobcomp;

import org.jspecify.annotations.NullMarked;
