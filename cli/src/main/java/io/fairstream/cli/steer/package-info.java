/** {@code steer} and {@code shadow}: other schedulers by our balance, and beside it. */
@NullMarked
package io.fairstream.cli.steer;

import org.jspecify.annotations.NullMarked;
