/** Tests of roles and their ACLs. */
@NullMarked
package io.fairstream.reports.access;

import org.jspecify.annotations.NullMarked;
