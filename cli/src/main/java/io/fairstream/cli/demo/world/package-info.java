/**
 * Events of the demo: a made-up HTCondor pool, a cluster like Slurm's, volunteers and administrators, with one cast. Each is an
 * iterator of records in the order of their times, without a clock: the same seed gives the same records.
 */
@NullMarked
package io.fairstream.cli.demo.world;

import org.jspecify.annotations.NullMarked;
