/** Vectors of the real schedulers, played through the command line. */
@NullMarked
package io.fairstream.it.vectors;

import org.jspecify.annotations.NullMarked;
