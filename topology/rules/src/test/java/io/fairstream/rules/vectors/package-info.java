/** Vectors of the real schedulers, played through the rules. */
@NullMarked
package io.fairstream.rules.vectors;

import org.jspecify.annotations.NullMarked;
