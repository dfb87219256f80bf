/** {@code status}: how a topology is. */
@NullMarked
package io.fairstream.cli.status;

import org.jspecify.annotations.NullMarked;
