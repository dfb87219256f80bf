package io.fairstream.agent.node;

/**
 * Usage counted by a job's own control group so far.
 *
 * @param cpu of all processes that ever ran in it
 * @param realKiB current anonymous and shared memory, KiB
 */
public record JobGroup(CpuTime cpu, long realKiB) {}
