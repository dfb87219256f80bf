/**
 * Events of the demo: a simulated HTCondor pool, a cluster like Slurm's, volunteers and administrators, with the same people in each.
 * Each source is an iterator of records in order of time, without a clock: the same seed gives the same records.
 */
@NullMarked
package io.fairstream.cli.demo.world;

import org.jspecify.annotations.NullMarked;
