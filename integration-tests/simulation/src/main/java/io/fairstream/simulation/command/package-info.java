/** The command of {@code integration-tests/simulation/run}: seeds, plans that failed before, and what is printed of them. */
@NullMarked
package io.fairstream.simulation.command;

import org.jspecify.annotations.NullMarked;
