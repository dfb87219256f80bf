/** {@code steer} and {@code shadow}: steers other schedulers by our balance, and compares them with it. */
@NullMarked
package io.fairstream.cli.steer;

import org.jspecify.annotations.NullMarked;
