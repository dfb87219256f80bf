/** A pool that does not exist, for showing and trying. */
@NullMarked
package io.fairstream.cli.demo;

import org.jspecify.annotations.NullMarked;
