/**
 * Accounts of jobs and users: resources allocated, reserved and used. The daily history: work on each UTC day, for the total, a project, a
 * user, a bank or a cluster.
 */
@NullMarked
package io.fairstream.rules.usage;

import org.jspecify.annotations.NullMarked;
