/**
 * Accounts of jobs and users: resources allocated, reserved and used. The daily history: work on each UTC day, for the total, a project, a
 * user, a bank or a cluster. Balances of projects: allocations, and how the work of volunteers uses them up.
 */
@NullMarked
package io.fairstream.rules.usage;

import org.jspecify.annotations.NullMarked;
