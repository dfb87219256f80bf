/** Calculation of the same history under another configuration. */
@NullMarked
package io.fairstream.cli.whatif;

import org.jspecify.annotations.NullMarked;
