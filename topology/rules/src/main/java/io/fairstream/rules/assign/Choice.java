package io.fairstream.rules.assign;

import java.util.Set;

/**
 * A project that a host is given.
 *
 * @param score under the policy
 * @param runs what of the host it can use
 * @param uses what of the host counts as used because of it; empty when it has no work for it now, or others use it already
 * @param reason for people
 */
public record Choice(String project, double score, Set<Resource> runs, Set<Resource> uses, String reason) {}
