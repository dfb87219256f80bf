/**
 * Accounts of jobs and users: what they were allocated, what was reserved for them, and what they used. The daily history: what was
 * done on each UTC day, for all, a project, a user, a bank or a cluster.
 */
@NullMarked
package io.fairstream.rules.usage;

import org.jspecify.annotations.NullMarked;
