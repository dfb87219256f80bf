/** Access control on the cluster: roles, and the minimal access control lists (ACLs) of each. */
@NullMarked
package io.fairstream.reports.access;

import org.jspecify.annotations.NullMarked;
