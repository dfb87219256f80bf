/** Explains numbers and projects them into the future. */
@NullMarked
package io.fairstream.cli.explain;

import org.jspecify.annotations.NullMarked;
