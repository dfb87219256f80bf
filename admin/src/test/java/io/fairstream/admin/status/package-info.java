/** Tests of how a topology is. */
@NullMarked
package io.fairstream.admin.status;

import org.jspecify.annotations.NullMarked;
