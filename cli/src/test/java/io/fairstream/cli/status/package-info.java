/** Tests of {@code status}. */
@NullMarked
package io.fairstream.cli.status;

import org.jspecify.annotations.NullMarked;
