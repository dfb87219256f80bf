package io.fairstream.agent.node;

/**
 * A session and its owner.
 *
 * @param id pid of the process that began it
 * @param user number of the charged user
 * @param jobId its job; 0 for none
 */
public record Session(int id, long user, long jobId) {}
