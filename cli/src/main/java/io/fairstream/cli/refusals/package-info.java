/** Tells whoever runs a topology what it refuses. */
@NullMarked
package io.fairstream.cli.refusals;

import org.jspecify.annotations.NullMarked;
