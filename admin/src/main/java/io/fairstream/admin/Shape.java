package io.fairstream.admin;

/**
 * Shape of the deployment on which a topology runs.
 *
 * @param partitions of each topic, at least 1
 * @param instances at least 1
 * @param brokers at least 1
 * @param replicas of each partition, at least 1
 * @param commitsPerSecond of each thread, above 0
 */
public record Shape(int partitions, int instances, int brokers, int replicas, double commitsPerSecond) {}
