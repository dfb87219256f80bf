/**
 * Readers of sonar's data: {@link io.fairstream.sonar.SonarSamples} makes session deltas of its samples of processes,
 * {@link io.fairstream.sonar.SonarJobs} job events of the jobs that it asks Slurm for.
 */
@NullMarked
package io.fairstream.sonar;

import org.jspecify.annotations.NullMarked;
