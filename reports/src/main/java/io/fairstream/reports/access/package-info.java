/** Access control on the cluster: roles, and the least access control lists (ACLs) of each. */
@NullMarked
package io.fairstream.reports.access;

import org.jspecify.annotations.NullMarked;
