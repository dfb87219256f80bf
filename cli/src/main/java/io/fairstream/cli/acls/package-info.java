/** {@code acls}: minimum access control lists of each role. */
@NullMarked
package io.fairstream.cli.acls;

import org.jspecify.annotations.NullMarked;
