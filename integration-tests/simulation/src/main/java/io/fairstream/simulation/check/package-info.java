/** Checks of the topics after a run. */
@NullMarked
package io.fairstream.simulation.check;

import org.jspecify.annotations.NullMarked;
