/**
 * Readers of sonar's data: {@link io.fairstream.sonar.SonarSamples} converts samples of processes to session deltas,
 * {@link io.fairstream.sonar.SonarJobs} converts Slurm's jobs to job events.
 */
@NullMarked
package io.fairstream.sonar;

import org.jspecify.annotations.NullMarked;
