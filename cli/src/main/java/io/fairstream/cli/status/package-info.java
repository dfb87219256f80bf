/** {@code status}: state of a topology. */
@NullMarked
package io.fairstream.cli.status;

import org.jspecify.annotations.NullMarked;
