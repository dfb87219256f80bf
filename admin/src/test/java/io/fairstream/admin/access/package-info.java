/** Tests of roles and their ACLs. */
@NullMarked
package io.fairstream.admin.access;

import org.jspecify.annotations.NullMarked;
