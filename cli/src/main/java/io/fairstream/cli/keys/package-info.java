/** {@code keys}: who may sign what. */
@NullMarked
package io.fairstream.cli.keys;

import org.jspecify.annotations.NullMarked;
