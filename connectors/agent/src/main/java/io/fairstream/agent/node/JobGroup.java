package io.fairstream.agent.node;

/**
 * What a job's own control group counted so far.
 *
 * @param cpu of all processes that ever ran in it
 * @param realKiB anonymous and shared memory it holds now, KiB
 */
public record JobGroup(CpuTime cpu, long realKiB) {}
