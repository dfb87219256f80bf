/** Takes guards out of the code, one at a time, to see that the simulator finds that. */
@NullMarked
package io.fairstream.simulation.mutants;

import org.jspecify.annotations.NullMarked;
