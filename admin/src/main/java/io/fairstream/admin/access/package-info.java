/** Access control on the cluster: roles, the minimal access control lists (ACLs) of each, and both as resources of Strimzi. */
@NullMarked
package io.fairstream.admin.access;

import org.jspecify.annotations.NullMarked;
