package io.fairstream.steering;

/**
 * A number that can be set in a scheduler.
 *
 * @param name unique in the scheduler: a user for HTCondor's priority factor, a job for Slurm's site factor
 * @param user owner, by the scheduler's name
 * @param value current value
 */
public record Control(String name, String user, double value) {}
